"""Show the exact messages that a template gives for a run."""

from collections.abc import Mapping
from functools import partial

from workbench.answer.abstain import reply_text
from workbench.answer.output_schemas import Schemas
from workbench.answer.request_builder import RequestBuilder
from workbench.bootstrap.prompt_catalogue import PromptKind
from workbench.checks.grounding.evidence_index import provided_evidence
from workbench.checks.grounding.model_judge import PACKAGE as JUDGE_PROMPTS
from workbench.checks.grounding.model_judge import judge_request
from workbench.domain.answer import Format, Mode, Template
from workbench.domain.documents import Chunk
from workbench.domain.prompts import PromptMessage, PromptPreview, PromptRole
from workbench.domain.run import Run
from workbench.extraction.draft_types import types_request
from workbench.extraction.request import ExtractionPrompt
from workbench.llm.protocol import ChatRequest
from workbench.llm.token_budget import estimate_tokens
from workbench.pipeline.stages import INDEPENDENT, NOTHING_RENDERED, facts_of, write_request
from workbench.pipeline.state import RecallTurns
from workbench.planner.model_planner import plan_chat
from workbench.planner.prompts import FOLLOW_UP
from workbench.planner.protocol import PlanRequest
from workbench.settings import OFFLINE, Settings
from workbench.workspace import Workspace

_REPLIES = frozenset({"no_context", "off_topic", "empty_question"})
"""Templates whose text is the answer itself: no model is called."""
_REPAIRS = frozenset({"repair", "planner_repair", "planner_more"})
"""Templates of the message that follows a reply with mistakes, or a plan that found too little."""


async def preview(
    run: Run,
    kind: PromptKind,
    workspace: Workspace,
    settings: Settings,
    schemas: Schemas,
    recall_turns: RecallTurns,
) -> PromptPreview:
    """Build the messages of a template's stage for a run, with the templates of the workspace.

    The run is shown in the language, mode, template and format that the template is for.

    Raises:
        WorkspaceError: a template cannot be rendered.
    """
    run = _as_used_by(kind, run)
    if kind.stem in _REPLIES:
        return _single("assistant", reply_text(kind.stem, run.asked, workspace))
    if kind.stem in _REPAIRS or not _has_follow_up_for(kind, run):
        return _single("user", _by_itself(kind, run, workspace, settings))
    if kind.role == "answer":
        builder = RequestBuilder(workspace, settings, run.models.get("answer", OFFLINE), schemas)
        prompt = builder.build(await write_request(run, recall_turns))
        return _shown(prompt.chat, {section.name: section.tokens for section in prompt.sections})
    if kind.role == "planner":
        asked = PlanRequest(run.asked, run.memory or INDEPENDENT, run.resolution)
        return _shown(plan_chat(asked, workspace, settings))
    if kind.role == "judge":
        return _judged(run, workspace, settings)
    return _extraction(kind, run, workspace, settings)


def _by_itself(kind: PromptKind, run: Run, workspace: Workspace, settings: Settings) -> str:
    """Return a template alone: after a reply, with its mistakes or its calls in vain."""
    attempts = run.plan_attempts
    values: dict[str, object] = (
        {
            "calls": [call for attempt in attempts for call in attempt.gaps],
            "most": settings.max_tool_calls,
        }
        if kind.stem == "planner_more"
        else {"problems": [one for attempt in attempts for one in attempt.problems]}
    )
    return workspace.prompt_files(kind.package).fill(kind.name, **values)


def _judged(run: Run, workspace: Workspace, settings: Settings) -> PromptPreview:
    """Return what the judge is asked: its rules, the answer to check, and the sources."""
    evidence = provided_evidence(facts_of(run), run.rendered or NOTHING_RENDERED)
    answer = run.answer.text if run.answer else ""
    ask = partial(
        judge_request,
        answer,
        deadline_s=settings.judge_deadline_s,
        prompts=workspace.prompt_files(JUDGE_PROMPTS),
    )
    shown, bare = (_shown(ask(evidence=one)) for one in (evidence, ()))
    rules, checked = (one.tokens for one in bare.messages)
    sections = {"instructions": rules, "answer": checked, "sources": shown.tokens - bare.tokens}
    return shown.model_copy(update={"sections": sections})


def _extraction(
    kind: PromptKind, run: Run, workspace: Workspace, settings: Settings
) -> PromptPreview:
    """Return what is sent with the first passage that the run found; proposals take all of them."""
    passages, temperature = _passages(run), settings.planner_temperature
    if kind.stem != "extract":
        chat = types_request(workspace, passages, temperature)
    elif passages:
        chat = ExtractionPrompt(workspace, temperature).request(passages[0])
    else:
        return _single("system", ExtractionPrompt(workspace, temperature).system)
    rules, data = _shown(chat).sections.values()
    return _shown(chat, {"instructions": rules, "passages": data})


def _passages(run: Run) -> list[Chunk]:
    """Return the passages that a run found, as they are indexed."""
    return [
        Chunk(id=item.id, text=item.content, **item.span.model_dump())
        for item in facts_of(run).evidence_by_id().values()
        if item.span
    ]


def uses(run: Run, kind: PromptKind) -> bool:
    """Whether a run has the language, the mode, the template and the format of a prompt.

    The one that rewrites follow-ups is used by follow-ups only.
    """
    return _as_used_by(kind, run) == run and _has_follow_up_for(kind, run)


def _has_follow_up_for(kind: PromptKind, run: Run) -> bool:
    """Whether a run is a follow-up, if the template is the one that has follow-ups rewritten."""
    is_follow_up = run.memory is not None and run.memory.decision == "follow_up"
    return is_follow_up or kind.name != FOLLOW_UP


def _as_used_by(kind: PromptKind, run: Run) -> Run:
    """Return the run with the language and the options for which a template is used."""
    language = kind.language or run.language
    chosen: dict[str, object] = {}
    if kind.stem in list(Mode):
        chosen["mode"] = Mode(kind.stem)
    elif kind.stem in list(Template):
        chosen["template"] = Template(kind.stem)
    elif kind.stem.startswith(_FORMAT):
        chosen["format"] = Format(kind.stem.removeprefix(_FORMAT))
    options = run.options.model_copy(update=chosen)
    return run.model_copy(update={"language": language, "options": options})


_FORMAT = "format_"


def _shown(chat: ChatRequest, sections: Mapping[str, int] | None = None) -> PromptPreview:
    """Return a request as messages, with sections of its own or one for each message."""
    messages = (
        _message("system", chat.system),
        *(_message(one.role, one.text) for one in chat.messages),
    )
    if sections is None:
        names = ("instructions", *("history" for _ in chat.messages[1:]), "question")
        sections = {name: message.tokens for name, message in zip(names, messages, strict=True)}
    return PromptPreview(messages=messages, sections=sections)


def _single(role: PromptRole, text: str) -> PromptPreview:
    message = _message(role, text)
    return PromptPreview(messages=(message,), sections={"instructions": message.tokens})


def _message(role: PromptRole, text: str) -> PromptMessage:
    return PromptMessage(role=role, text=text, tokens=estimate_tokens(text))
