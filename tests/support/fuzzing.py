"""Send damaged replies through the real adapters into planner, writer and judge."""

import asyncio
import gc
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import product

from tests.llm.vendors import settings_for
from tests.modelserver.exchange import Answer, Received
from tests.modelserver.mutations import mutant
from tests.modelserver.server import ModelServer
from tests.support import insurance_workspace as insurance
from tests.support import workspaces
from tests.support.answer_schemas import SAID, Excesses
from workbench.answer.model_writer import ModelWriter
from workbench.answer.output_schemas import merge_schemas
from workbench.answer.structured_output import structured_answer
from workbench.checks.grounding.model_judge import check_grounding
from workbench.domain.answer import AskOptions
from workbench.domain.evidence import StageError
from workbench.domain.run_events import AnswerDelta
from workbench.errors import WorkbenchError
from workbench.llm.endpoint import chat_model
from workbench.llm.protocol import ChatModel
from workbench.llm.wrappers.buffered import BufferedModel
from workbench.planner.model_planner import ModelPlanner
from workbench.planner.validate import validate_plan
from workbench.rendering import render
from workbench.settings import Settings
from workbench.understanding.entity_registry import EntityRegistry

PROVIDERS = ("openai", "anthropic", "gemini", "compatible")
AT_ONCE = 8
DEADLINE_S = 5.0

STUDIO = workspaces.studio()
REGISTRY = EntityRegistry.build(STUDIO)
FACTS = insurance.payload(insurance.fact("Glass is covered"), insurance.windscreen())
SCHEMAS = merge_schemas([Excesses])
PLAN = json.dumps(
    {
        "intents": ["MATERIAL_USAGE"],
        "entities": [{"type": "material", "id": "material:celadon", "name": "Селадон"}],
        "tool_calls": [
            {
                "tool": "graph_tool",
                "args": {"intent": "MATERIAL_USAGE", "entity_id": "material:celadon"},
            }
        ],
        "limits": {"max_items": 10},
        "confidence": 0.9,
    }
)
JUDGEMENT = json.dumps(
    {
        "grounded": False,
        "claims": [{"claim": "Glass is covered", "supported": True, "source": "Source 1"}],
        "ungrounded_claims": ["Dentures too"],
        "confidence": 0.8,
    }
)
PROSE = "Glass is covered [Source 1]. The excess is $100 «на каждый случай» [source 2]."

Wrap = Callable[[ChatModel], ChatModel]
Work = Callable[[ChatModel, Settings], Awaitable[str]]


@dataclass(frozen=True)
class Use:
    """A consumer of replies, with an undamaged reply."""

    good: str
    work: Work


async def _plan(model: ChatModel, settings: Settings) -> str:
    request = workspaces.request("Где применялся селадон?", REGISTRY)
    planned = await ModelPlanner(model, STUDIO, settings).plan(request)
    plan, problems = validate_plan(planned.plan, STUDIO)
    assert plan is not None, problems
    planned.model_dump_json()
    return planned.origin


def _writes(options: AskOptions, wrap: Wrap) -> Work:
    async def write(model: ChatModel, settings: Settings) -> str:
        shown = render(insurance.plan(max_items=2), FACTS, insurance.workspace(), "en")
        question = insurance.question("What is covered?")
        request = insurance.write_request(question, FACTS, shown, options=options)
        writer = ModelWriter(wrap(model), insurance.workspace(), settings, schemas=SCHEMAS)
        answer = (await writer.write(request, _record)).answer
        assert answer.text.strip(), "an answer without text"
        answer.model_dump_json()
        if options.output_schema:
            assert structured_answer(answer, options, SCHEMAS) is not None
        return "partial" if answer.partial else "answer"

    return write


def _streamed(model: ChatModel) -> ChatModel:
    return model


def _record(text: str) -> None:
    """Serialize a piece of the answer, as the pipeline does."""
    AnswerDelta(run_id="r", text=text).model_dump_json()


async def _judge(model: ChatModel, settings: Settings) -> str:
    judgement = await check_grounding("Glass.", (), FACTS.items, model, settings.answer_deadline_s)
    judgement.model_dump_json()
    return "judgement"


_OBJECT = AskOptions(schema="Excesses")
USES: Mapping[str, Use] = {
    "plan": Use(PLAN, _plan),
    "text, whole": Use(PROSE, _writes(AskOptions(), BufferedModel)),
    "text, streamed": Use(PROSE, _writes(AskOptions(), _streamed)),
    "object, whole": Use(SAID, _writes(_OBJECT, BufferedModel)),
    "object, streamed": Use(SAID, _writes(_OBJECT, _streamed)),
    "judgement": Use(JUDGEMENT, _judge),
}
CELLS = tuple(product(PROVIDERS, USES))


@dataclass(frozen=True)
class Outcome:
    """The outcome of one damaged reply; ``raw`` is an exception other than WorkbenchError."""

    seed: int
    provider: str
    use: str
    name: str
    raw: str = ""


async def outcomes(server: ModelServer, seeds: Iterable[int]) -> list[Outcome]:
    """Send the reply of every seed, to each provider and use in turn."""
    server.choose(_answer)
    settings = settings_for(server).model_copy(
        update={"answer_deadline_s": DEADLINE_S, "planner_deadline_s": DEADLINE_S}
    )
    slots = asyncio.Semaphore(AT_ONCE)

    async def damaged(seed: int) -> Outcome:
        async with slots:
            return await _outcome(seed, settings)

    found = await asyncio.gather(*(damaged(seed) for seed in seeds))
    gc.collect()  # closes the SDKs' broken streams while the loop runs
    await asyncio.sleep(0.1)
    return found


async def _outcome(seed: int, settings: Settings) -> Outcome:
    provider, use = CELLS[seed % len(CELLS)]
    model = chat_model(f"{provider}:seed-{seed}", settings)
    try:
        name, raw = await _ended(USES[use].work(model, settings)), ""
    except Exception as error:
        name, raw = "RAW", f"{type(error).__name__}: {str(error)[:300]}"
    return Outcome(seed, provider, use, name, raw)


async def _ended(work: Awaitable[str]) -> str:
    """Return the outcome, or the kind of a WorkbenchError, which must serialize."""
    try:
        return await work
    except WorkbenchError as error:
        StageError.of(error).model_dump_json()
        return type(error).__name__


def _answer(request: Received) -> Answer:
    """Select the seed by the model's name, in the body or in Gemini's path."""
    name = (request.body or {}).get("model") or request.path
    seed = int(str(name).partition("seed-")[2].partition(":")[0])
    return mutant(USES[CELLS[seed % len(CELLS)][1]].good, seed)


def counted(found: Iterable[Outcome]) -> Counter[tuple[str, str, str]]:
    """Count the outcomes by use and provider."""
    return Counter((outcome.use, outcome.provider, outcome.name) for outcome in found)
