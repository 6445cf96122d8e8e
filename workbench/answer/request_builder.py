"""Build the answer model's request: system message, history, sources and question."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from pydantic import BaseModel, ValidationError

from workbench.answer.history import History, recent
from workbench.answer.output_schemas import SCHEMAS, Schemas, json_schema
from workbench.answer.prompt_files import Prompts
from workbench.answer.protocol import WriteRequest
from workbench.answer.structured_output import schema_of, schema_problems
from workbench.domain.answer import (
    AskOptions,
    Format,
    PromptSection,
    Rendered,
    Template,
    marker,
)
from workbench.domain.evidence import Gap
from workbench.domain.local_text import Language, localize
from workbench.domain.question import MemoryDecision
from workbench.llm.protocol import ChatRequest, Message
from workbench.llm.provider import AnswerDefaults
from workbench.llm.providers import PROVIDERS
from workbench.llm.token_budget import estimate_tokens
from workbench.nlp.word_lists import word_list
from workbench.settings import Settings
from workbench.workspace.load import Workspace

_SPECULATION_SHOWN = 4
"""Examples of speculative phrases in the system message, at most."""


class Prompt(NamedTuple):
    """A request, and the size of each of its sections."""

    chat: ChatRequest
    sections: tuple[PromptSection, ...]


class RequestBuilder:
    """Builds requests for one model and workspace."""

    def __init__(
        self,
        workspace: Workspace,
        settings: Settings,
        model_name: str,
        schemas: Schemas = SCHEMAS,
    ) -> None:
        self._workspace = workspace
        self._schemas = schemas
        self._prompts = Prompts(workspace)
        self._deadline = settings.answer_deadline_s
        self._history_tokens = settings.answer_history_tokens
        self._generation = _generation(settings, model_name)

    def schema(self, options: AskOptions) -> type[BaseModel] | None:
        """Return the schema of the reply; None for free text.

        Raises:
            InputError: the options name an unknown schema.
        """
        return schema_of(options, self._schemas)

    def build(self, request: WriteRequest) -> Prompt:
        """Return the whole request; sources come from the rendered context alone."""
        options, generation = request.options, self._generation
        schema = self.schema(options)
        system, question = self._system(request, schema), self._question(request)
        history = recent(request.history, self._history_tokens)
        chat = ChatRequest(
            role="answer",
            system=system,
            messages=(*history.messages, Message(role="user", text=question)),
            max_tokens=options.max_tokens or generation.max_tokens,
            temperature=generation.temperature
            if options.temperature is None
            else options.temperature,
            top_p=generation.top_p,
            top_k=generation.top_k,
            output_schema=json_schema(schema) if schema else None,
            schema_name=schema.__name__ if schema else "reply",
            deadline_s=self._deadline,
        )
        return Prompt(chat, tuple(_sections(system, history, question, request.rendered)))

    def repair(self, wrong: ValidationError, language: Language) -> str:
        """Return the message that lists a reply's schema violations for the model."""
        return self._prompts.fill("repair", language, problems=schema_problems(wrong))

    def _system(self, request: WriteRequest, schema: type[BaseModel] | None) -> str:
        spec, options = self._workspace.spec, request.options
        language = request.question.language
        rules = spec.text_rules
        speculation = rules.speculation.get(language) or word_list("speculation", language)
        return self._prompts.fill(
            "system",
            language,
            scope=localize(spec.scope.description, language),
            mode=options.mode.value,
            template=self._template(request),
            format=Format.JSON.value if schema else options.format.value,
            schema=schema is not None,
            answer_style=spec.answer_style(request.plan.answer_style, language).prompt,
            require_grounding=options.require_grounding,
            max_words=options.max_response_length,
            speculation=speculation[:_SPECULATION_SHOWN],
            forbidden=rules.forbidden_phrases.get(language, ()),
            gaps=[self._gap(gap, language) for gap in request.facts.meta.gaps],
            stricter=request.stricter,
            system_instructions=options.system_instructions,
        )

    def _template(self, request: WriteRequest) -> str:
        """Return the requested template, else that of the plan's first intent; "" for none."""
        chosen = request.options.template
        intents = self._workspace.spec.intents
        if chosen is Template.AUTO and request.plan.intents:
            intent = intents.get(request.plan.intents[0])
            chosen = intent.template if intent else chosen
        return "" if chosen is Template.AUTO else chosen.value

    def _gap(self, gap: Gap, language: Language) -> str:
        """Describe what was requested and not found, without ids."""
        intent = self._workspace.spec.intents.get(gap.relation)
        asked = localize(intent.description, language).rstrip(".") if intent else gap.message
        if gap.entity_id is None:
            return asked
        return f"{self._workspace.entity_name(gap.entity_id, language)} ({asked})"

    def _question(self, request: WriteRequest) -> str:
        return self._prompts.fill(
            "question",
            request.question.language,
            sources=request.rendered.context,
            memory=_earlier_turn(request.memory),
            question=request.question.text,
        )


def _earlier_turn(memory: MemoryDecision) -> str:
    """Return the question that this one follows and its entities' names, without ids.

    >>> _earlier_turn(MemoryDecision(decision="independent"))
    ''
    """
    turn = memory.carried
    if memory.decision != "follow_up" or turn is None:
        return ""
    names = ", ".join(name for _, name in turn.entities if name)
    return f"{turn.question} ({names})" if names else turn.question


def _sections(
    system: str, history: History, question: str, rendered: Rendered
) -> Iterator[PromptSection]:
    """Yield the size of each section in tokens, and what was left out of it."""
    sources = estimate_tokens(rendered.context) if rendered.context in question else 0
    yield PromptSection(name="instructions", tokens=estimate_tokens(system))
    if history.messages or history.cut:
        yield PromptSection(
            name="history",
            tokens=sum(estimate_tokens(message.text) for message in history.messages),
            left_out=history.left_out,
            cut=history.cut,
        )
    yield PromptSection(
        name="sources",
        tokens=sources,
        left_out=sum(one.tokens - one.kept for one in rendered.shortened),
        cut=tuple(marker(one.number) for one in rendered.shortened),
    )
    yield PromptSection(name="question", tokens=max(estimate_tokens(question) - sources, 0))


def _generation(settings: Settings, model_name: str) -> AnswerDefaults:
    """Return explicit settings, else the provider's defaults, else the settings' defaults."""
    given = AnswerDefaults(settings.answer_temperature, settings.answer_max_tokens)
    provider = PROVIDERS.get(model_name.partition(":")[0])
    default = provider.answer_defaults if provider else None
    if default is None:
        return given
    explicit = settings.model_fields_set
    return replace(
        default,
        temperature=given.temperature if "answer_temperature" in explicit else default.temperature,
        max_tokens=given.max_tokens if "answer_max_tokens" in explicit else default.max_tokens,
    )
