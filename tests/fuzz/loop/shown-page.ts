import type { AIRequest } from '@/src/core/llm/ai-service';
import type { Change } from '@/src/schema/change';
import type { Notes } from './fuzz-adapter';
import { changeLinesIn } from './page-change';

const BLOCK =
  /<(page-state|page-changes|changes-since-last-message) id="([^"]*)"[^>]*>\n([\s\S]*?)\n<\/\1 id="\2">/g;

/**
 * The page as a request shows it: its last state, with the changes after that applied. Changes don't include the order of
 * the notes. Null for a request without a state.
 */
export function pageShownIn({ messages }: AIRequest): Notes | null {
  let shown: Notes | null = null;
  for (const { content } of messages) {
    for (const [, tag, , text = ''] of (content ?? '').matchAll(BLOCK)) {
      if (tag === 'page-state') shown = stateIn(text);
      else if (shown !== null) shown = changeLinesIn(text).reduce(afterChange, shown);
    }
  }
  return shown;
}

function stateIn(text: string): Notes {
  const field = (name: string) => JSON.parse(new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? 'null');
  return { notes: field('notes'), published: field('published'), stock: field('stock') };
}

function afterChange(page: Notes, { type, note, stock, notes }: Change): Notes {
  const others = page.notes.filter((known) => known !== note);
  switch (type) {
    case 'note_added':
      return { ...page, notes: [...others, String(note)] };
    case 'note_removed':
      return { ...page, notes: others };
    case 'stock_refreshed':
      return { ...page, stock: Number(stock) };
    case 'notes_published':
      return { ...page, published: String(notes).split('+').filter(Boolean) };
    default:
      return page;
  }
}

/** True if two pages have the same notes, in any order. */
export function haveSameNotes(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());
}
