import { foldCase, type Hit, placesOf } from './find-hits';

/** Names of the highlights in find.css. */
const ALL_HITS = 'found';

const CURRENT_HIT = 'found-current';

/** Class of an entry whose current hit can't be highlighted. */
const OUTLINED = 'is-found';

/** Maximum number of ranges that are marked in one entry. */
const MAX_RANGES = 1_000;

/** Elements whose text is separate from the text around them: no match extends across their boundary. */
const BLOCKS = 'p,li,td,th,pre,div,summary,dt,dd,h1,h2,h3,h4,h5,h6';

/** Elements in an entry that aren't part of its text, such as buttons or an offer after it. */
const CONTROLS = '.message-actions,.message-time,.block-bar,.saved-offer,.visually-hidden,button,form';

/** Time between two checks of the document, in milliseconds. */
const LOOK_MS = 40;

/** Maximum number of checks until the hit's entry is loaded: ten seconds, for slow machines. */
const LOADING_LOOKS = 250;

/** Maximum number of checks until the hit appears in its entry, which may still be rendered or unfolded. */
const LOOKS = 40;

/** Number of checks after which folded parts are opened to find the hit. */
const SETTLE_LOOKS = 2;

/** `marked`: the hit is highlighted. `folded`: its entry is rendered, but not the text with the hit. `hidden`: its entry isn't rendered. */
export type Revealed = 'marked' | 'folded' | 'hidden';

/**
 * Scrolls to a hit and marks it once its entry is rendered; opens the folded parts that contain it. Null if `signal` was aborted. `hits`:
 * all hits of the search, of which rendered ones near this hit are marked, too. `ask` requests that the conversation shows the entry; it is
 * called repeatedly until the entry is rendered.
 */
export async function reveal(
  hit: Hit,
  query: string,
  hits: readonly Hit[],
  scroller: HTMLElement,
  ask: () => void,
  signal: AbortSignal,
): Promise<Revealed | null> {
  let entry: HTMLElement | null = null;
  let ranges: Range[] = [];
  for (let look = 0, loading = 0; look < LOOKS && loading < LOADING_LOOKS; ) {
    entry = entryOf(hit.key, scroller);
    if (entry !== null) {
      look += 1;
      ranges = textRanges(entry, query);
      // A table or text may still be growing. Rendered Markdown has fewer characters than its source, so it can have fewer hits: after half
      // of the checks, any hit in the entry is enough.
      if (ranges.length > placeIn(entry, hit, hits, scroller) || (ranges.length > 0 && look > LOOKS / 2))
        break;
      if (look > SETTLE_LOOKS) unfold(entry);
    } else {
      loading += 1;
      ask();
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (signal.aborted) return null;
  }
  if (entry === null) {
    showHits([], null, null);
    return 'hidden';
  }
  const place = Math.min(placeIn(entry, hit, hits, scroller), ranges.length - 1);
  const current = ranges[place] ?? null;
  if (current !== null) open(current.startContainer.parentElement, entry);
  showHits(rangesOf(hit, hits, query, scroller), current, entry);
  scrollTo(current ?? entry, scroller);
  return current === null ? 'folded' : 'marked';
}

/** Element of an entry. Calls in a group share one element, which has the key of the first call. */
function entryOf(key: string, scroller: HTMLElement): HTMLElement | null {
  const elements = [...scroller.querySelectorAll<HTMLElement>('[data-entry]')];
  const exact = elements.find((entry) => entry.dataset.entry === key);
  if (exact !== undefined) return exact;
  const [, message, call] = /^(.*:call:)(\d+)$/.exec(key) ?? [];
  if (message === undefined || call === undefined) return null;
  const first = (entry: HTMLElement) => Number(entry.dataset.entry?.slice(message.length));
  return (
    elements.findLast(
      (entry) => entry.dataset.entry?.startsWith(message) === true && first(entry) <= Number(call),
    ) ?? null
  );
}

/** Index of the hit among all hits of its element, which can show several calls. */
function placeIn(entry: HTMLElement, hit: Hit, hits: readonly Hit[], scroller: HTMLElement): number {
  const inElement = hits.filter(
    ({ key, position }) => position === hit.position && entryOf(key, scroller) === entry,
  );
  return inElement.indexOf(hit);
}

/** Opens all folded parts of an entry. React renders their content later. */
function unfold(entry: HTMLElement): void {
  for (const summary of entry.querySelectorAll<HTMLElement>('details:not([open]) > summary')) summary.click();
  for (const button of entry.querySelectorAll<HTMLElement>('button.unfold')) button.click();
}

function open(element: Element | null, entry: Element): void {
  for (let at = element; at !== null && at !== entry; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement && !at.open) at.querySelector('summary')?.click();
  }
}

/** Number of hits on either side of the current one whose entries are marked if they are rendered. */
const MARKED_HITS = 60;

function rangesOf(hit: Hit, hits: readonly Hit[], query: string, scroller: HTMLElement): Range[] {
  const at = hits.indexOf(hit);
  const near = hits.slice(Math.max(0, at - MARKED_HITS), at + MARKED_HITS);
  const entries = new Set(near.flatMap(({ key }) => entryOf(key, scroller) ?? []));
  return [...entries].flatMap((entry) => textRanges(entry, query));
}

function scrollTo(target: Range | Element, scroller: HTMLElement): void {
  const center = () => {
    const { top, height } = target.getBoundingClientRect();
    const box = scroller.getBoundingClientRect();
    scroller.scrollTop += top + Math.min(height, box.height) / 2 - (box.top + box.height / 2);
  };
  center();
  // Entries that were never in view have an estimated height until they are rendered.
  requestAnimationFrame(center);
}

/** Ranges of an element's text that match `query`, ignoring upper and lower case. */
export function textRanges(element: Element, query: string): Range[] {
  const nodes: { node: Text; start: number }[] = [];
  let text = '';
  let block: Element | null = null;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest(CONTROLS) != null) continue;
    const nodeBlock = node.parentElement?.closest(BLOCKS) ?? null;
    if (nodeBlock !== block) text += '\n';
    block = nodeBlock;
    nodes.push({ node, start: text.length });
    text += node.data;
  }
  const needle = foldCase(query);
  return placesOf(needle, foldCase(text), MAX_RANGES).flatMap((start) => {
    const end = start + needle.length;
    const first = nodes.findLast((entry) => entry.start <= start);
    const last = nodes.findLast((entry) => entry.start < end);
    if (first === undefined || last === undefined) return [];
    const range = document.createRange();
    range.setStart(first.node, start - first.start);
    range.setEnd(last.node, end - last.start);
    return [range];
  });
}

/**
 * Highlights the rendered hits, and the current one in another colour. If `current` is null, because the entry's rendered text
 * doesn't contain the hit, outlines the entry.
 */
function showHits(ranges: readonly Range[], current: Range | null, entry: Element | null): void {
  clearHits();
  CSS.highlights.set(ALL_HITS, new Highlight(...ranges));
  if (current === null) {
    entry?.classList.add(OUTLINED);
    return;
  }
  const mark = new Highlight(current);
  mark.priority = 1;
  CSS.highlights.set(CURRENT_HIT, mark);
}

export function clearHits(): void {
  for (const entry of document.querySelectorAll(`.${OUTLINED}`)) entry.classList.remove(OUTLINED);
  CSS.highlights.delete(ALL_HITS);
  CSS.highlights.delete(CURRENT_HIT);
}
