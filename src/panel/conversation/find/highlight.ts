/** The names of the marks in find.css. */
const ALL = 'found';
const CURRENT = 'found-current';

/** The class of an entry whose current hit can't be marked. */
const OUTLINED = 'is-found';

/** Marks the hits that are shown, and the current one. Outlines its entry if what is shown of that doesn't contain the hit. */
export function showHits(ranges: readonly Range[], current: Range | null, entry: Element | null): void {
  clearHits();
  CSS.highlights.set(ALL, new Highlight(...ranges));
  if (current === null) {
    entry?.classList.add(OUTLINED);
    return;
  }
  const mark = new Highlight(current);
  mark.priority = 1;
  CSS.highlights.set(CURRENT, mark);
}

export function clearHits(): void {
  for (const entry of document.querySelectorAll(`.${OUTLINED}`)) entry.classList.remove(OUTLINED);
  CSS.highlights.delete(ALL);
  CSS.highlights.delete(CURRENT);
}
