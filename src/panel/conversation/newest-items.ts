import { MAX_MESSAGE_CHARS } from './fold-lengths';
import { itemText } from './item-text';
import type { RenderEvent } from './render-event';

/** Items shown at first, and added by each "Show earlier messages". */
const PAGE_ITEMS = 60;

/** UTF-16 units of text shown at first, and added by each "Show earlier messages". */
const PAGE_CHARS = 60_000;

/** The newest items that fit into `pages`, at least one. Pages are limited by item count and text length. */
export function newestItems(items: readonly RenderEvent[], pages: number): readonly RenderEvent[] {
  let shown = 0;
  let chars = 0;
  let start = items.length;
  while (start > 0 && shown < pages * PAGE_ITEMS && chars < pages * PAGE_CHARS) {
    start -= 1;
    const item = items[start];
    if (item === undefined) continue;
    shown += item.kind === 'tool-group' ? item.calls.length : 1;
    chars += shownLength(item);
  }
  return items.slice(start);
}

/** The rest of a longer text is folded. */
function shownLength(item: RenderEvent): number {
  return Math.min(itemText(item).length, item.kind === 'user' ? MAX_MESSAGE_CHARS : PAGE_CHARS);
}
