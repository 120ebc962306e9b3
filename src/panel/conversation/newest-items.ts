import type { ConversationItem } from './conversation-item';
import { itemText } from './item-text';

/** Items shown at first, and added by each look further back. */
const PAGE_ITEMS = 60;

/** UTF-16 units of text shown at first, and added by each look further back. */
const PAGE_CHARS = 60_000;

/** The newest items that fit into so many pages, at least one; by number and by length, so that none takes seconds. */
export function newestItems(items: readonly ConversationItem[], pages: number): readonly ConversationItem[] {
  const limit = Math.max(0, items.length - pages * PAGE_ITEMS);
  let chars = 0;
  let start = items.length;
  while (start > limit && chars < pages * PAGE_CHARS) {
    start -= 1;
    const item = items[start];
    // Of a longer text the rest is folded.
    if (item !== undefined) chars += Math.min(itemText(item).length, PAGE_CHARS);
  }
  return items.slice(start);
}
