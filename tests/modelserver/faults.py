"""All provider failures and their expected outcomes.

A fault that needs its own answer is a module with a `Fault`, listed at the end.
"""

from collections.abc import Mapping

from tests.modelserver import answers
from tests.modelserver.dialect import ScriptedReply
from tests.modelserver.fault import Fault, passing, stopped, waiting
from workbench.registry import load_registry

OWN_MODULES = load_registry(
    "tests.modelserver",
    Fault,
    (
        "not_http",
        "gzip_bomb",
    ),
)

FAULTS: Mapping[str, Fault] = {
    **{f"http {code}": Fault(answers.status(code)) for code in (400, 401, 403, 404)},
    **{f"http {code}": passing(answers.status(code)) for code in (408, 409, 429, 500, 503, 529)},
    "retry after an hour": Fault(answers.status(429, retry_after="3600")),
    "retry after a date": Fault(answers.status(429, retry_after="Wed, 21 Oct 2065 07:28:00 GMT")),
    "retry after nonsense": passing(answers.status(429, retry_after="soon")),
    "hang": waiting(answers.hang),
    "stall": waiting(answers.stall, stream="partial"),
    "drip": waiting(answers.drip, stream="partial"),
    "reset": passing(answers.reset),
    "reset midway": passing(answers.reset_midway, stream="partial"),
    "cut": passing(answers.cut, stream="partial"),
    "closed in the headers": passing(answers.closed_in_headers),
    "malformed json": passing(answers.malformed_json),
    "invalid utf-8": passing(answers.invalid_utf8),
    "empty body": passing(answers.empty_body),
    "html page": passing(answers.html_page),
    "empty choices": passing(answers.odd("empty_choices")),
    "null content": passing(answers.odd("null_content")),
    "wrong types": passing(answers.odd("wrong_types")),
    "error with 200": passing(answers.error_with_200),
    "error in the stream": passing(answers.error_in_stream, stream="partial"),
    "no end marker": stopped(answers.no_end_marker),
    "length": stopped(answers.say(ScriptedReply("Half an answer", finish="length"))),
    "refusal": stopped(answers.say(ScriptedReply("I cannot help with that.", finish="refusal"))),
    "content filter": stopped(answers.say(ScriptedReply("Half an answer", finish="filtered"))),
    "blocked prompt": stopped(answers.odd("blocked_prompt")),
    "20 MB of text": Fault(answers.huge, stream="partial", deadline_s=10.0),
    "redirect": Fault(answers.redirect("http://127.0.0.1:9/v1/chat/completions")),
    **{name.replace("_", " "): fault for name, fault in OWN_MODULES.items()},
}
