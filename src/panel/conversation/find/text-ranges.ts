import { foldCase, placesOf } from './fold-case';

/** Maximum number of ranges that are marked in one entry. */
const MAX_RANGES = 1_000;

/** Elements that separate words. */
const BLOCKS = 'p,li,td,th,pre,div,summary,dt,dd,h1,h2,h3,h4,h5,h6';

/** Parts of an entry that aren't its text, such as an offer that follows it. */
const CONTROLS = '.message-actions,.message-time,.block-bar,.saved-offer,.visually-hidden,button,form';

/** Ranges of an element's text that match `query`, ignoring upper and lower case. */
export function textRanges(element: Element, query: string): Range[] {
  const nodes: { node: Text; start: number }[] = [];
  let text = '';
  let block: Element | null = null;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest(CONTROLS) != null) continue;
    const own = node.parentElement?.closest(BLOCKS) ?? null;
    if (own !== block) text += '\n';
    block = own;
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
