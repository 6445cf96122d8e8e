"""Build a repair request, which shows the model its own reply and the problems found in it."""

from workbench.llm.protocol import ChatRequest, Message


def repairing(request: ChatRequest, reply: str, problems: str) -> ChatRequest:
    """Return the request followed by the model's reply and a message with the problems."""
    again = (Message(role="assistant", text=reply or "{}"), Message(role="user", text=problems))
    return request.model_copy(update={"messages": (*request.messages, *again)})
