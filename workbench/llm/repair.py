"""Build a repair request: the model sees its own reply and what is wrong with it."""

from workbench.llm.protocol import ChatRequest, Message


def repairing(request: ChatRequest, reply: str, problems: str) -> ChatRequest:
    """The request, continued by the reply it got and a message that states the problems."""
    again = (Message(role="assistant", text=reply or "{}"), Message(role="user", text=problems))
    return request.model_copy(update={"messages": (*request.messages, *again)})
