"""The extracted answer: markers, lists and rows as the reader sees them."""


from workbench.domain.evidence import Evidence, Passage


def passage(text: str, *headings: str, score: float = 1.0) -> Evidence:
    span = Passage(document_id="d", title="Log", start=0, end=len(text), heading_path=headings)
    return Evidence(type="passage", text=text, score=score, span=span)
