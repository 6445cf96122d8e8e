"""The one way to ask a model again: its own reply, and what is wrong with it."""

from workbench.llm.protocol import ChatRequest, Message


def repairing(request: ChatRequest, reply: str, problems: str) -> ChatRequest:
    """The request with the reply that it got and the problems of that reply, in words."""
    again = (Message(role="assistant", text=reply or "{}"), Message(role="user", text=problems))
    return request.model_copy(update={"messages": (*request.messages, *again)})
