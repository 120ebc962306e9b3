import type { ChatSettings } from '@/src/schema/chat-settings';
import type { Json } from '@/src/schema/values/json';
import { type Said, say } from '@/src/schema/values/said';
import type { AdapterDefinition } from '../adapter/adapter-definition';
import { english } from '../text/english';
import { mentionOf } from './mentions';
import { type ListedPart, partMatcher } from './part-matcher';
import { shownContext } from './shown-context';

/** A part of the page that the user can name in a message. */
interface FoundPart extends ListedPart {
  /** The text that mentions it in a message. */
  mention: string;
}

export interface FoundParts {
  /** At most {@link MAX_FOUND_PARTS}, the best first. */
  parts: FoundPart[];
  /** Number of all parts that match. */
  total: number;
}

/** Maximum number of parts in one result. */
export const MAX_FOUND_PARTS = 50;

/** Longest name of a part that is offered, in UTF-16 units. A mention is page text among the user's words, so it stays short. */
const MAX_MENTIONED_NAME = 200;

/**
 * The parts of the page whose kind, name or note contains each typed word, whatever the case. Those whose name
 * begins with the typed text come first, then the others, both in the order of the page.
 */
export function findNamedParts(
  adapter: Pick<AdapterDefinition, 'namedParts' | 'parts'>,
  settings: Pick<ChatSettings, 'leftOutParts'>,
  context: Json,
  typed: string,
): FoundParts {
  // Most adapters name no parts.
  const { namedParts = {} } = adapter;
  const shown = shownContext(adapter, settings, context);
  const matches = partMatcher(typed, english);
  const query = typed.trim().toLowerCase();
  const first: ListedPart[] = [];
  const others: ListedPart[] = [];
  for (const [kind, { list }] of Object.entries(namedParts)) {
    for (const part of onceEach(kind, list(shown)).filter(matches)) {
      if (part.name.length > MAX_MENTIONED_NAME) continue;
      const name = part.name.toLowerCase();
      const isFirst = name.startsWith(query) || `${kind}:${name}`.startsWith(query);
      (isFirst ? first : others).push(part);
    }
  }
  const parts = [...first, ...others];
  return {
    parts: parts
      .slice(0, MAX_FOUND_PARTS)
      .map((part) => ({ ...part, mention: mentionOf(part.kind, part.name) })),
    total: parts.length,
  };
}

/** Each name once, with all its notes: a pattern may be a rule in two lists, and a mention of it means both. */
function onceEach(kind: string, parts: readonly Omit<ListedPart, 'kind'>[]): ListedPart[] {
  const notesOf = new Map<string, Map<string, Said>>();
  for (const { name, note } of parts) {
    // A name has no notes before its first part.
    const notes = notesOf.get(name) ?? new Map();
    notesOf.set(name, note === undefined ? notes : notes.set(english(note), note));
  }
  return Array.from(notesOf, ([name, notes]) => ({
    kind,
    name,
    ...(notes.size === 0 ? {} : { note: say('said.page.partNotes', { notes: [...notes.values()] }) }),
  }));
}
