/** The names of the marks in find.css. */
const ALL = 'found';
const CURRENT = 'found-current';

/** The class of the entry of the current hit in browsers that can't mark ranges. */
const OUTLINED = 'is-found';

/** Marks the hits that are shown, and the current one; without that ability, outlines the entry of the current one. */
export function showHits(ranges: readonly Range[], current: Range | null, entry: Element | null): void {
  clearHits();
  const canMark = typeof Highlight === 'function' && 'highlights' in CSS;
  if (canMark) {
    CSS.highlights.set(ALL, new Highlight(...ranges));
    if (current !== null) {
      const mark = new Highlight(current);
      mark.priority = 1;
      CSS.highlights.set(CURRENT, mark);
    }
  }
  // What is shown of an entry may not contain the hit.
  if (!canMark || current === null) entry?.classList.add(OUTLINED);
}

export function clearHits(): void {
  for (const entry of document.querySelectorAll(`.${OUTLINED}`)) entry.classList.remove(OUTLINED);
  if (typeof Highlight !== 'function' || !('highlights' in CSS)) return;
  CSS.highlights.delete(ALL);
  CSS.highlights.delete(CURRENT);
}
