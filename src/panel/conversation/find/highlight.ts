/** Names of the highlights in find.css. */
const ALL = 'found';
const CURRENT = 'found-current';

/** Class of an entry whose current hit can't be highlighted. */
const OUTLINED = 'is-found';

/**
 * Highlights the rendered hits, and the current one in another colour. If `current` is null, because the entry's rendered text
 * doesn't contain the hit, outlines the entry.
 */
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
