import type { ChatSettings } from '@/src/schema/chat-settings';
import type { Json } from '@/src/schema/values/json';
import type { AdapterDefinition } from '../adapter/adapter-definition';
import { mentionOf } from './mentions';
import { shownContext } from './shown-context';

/** A part of the page that the user can name in a message. */
interface FoundPart {
  kind: string;
  name: string;
  /** A description in a few words; missing if the name is enough. */
  note?: string;
  /** The text that mentions it in a message. */
  mention: string;
}

export interface FoundParts {
  /** At most {@link MAX_FOUND_PARTS}, the best first. */
  parts: FoundPart[];
  /** Number of all parts that match. */
  total: number;
}

/** Most parts that are listed at once. */
export const MAX_FOUND_PARTS = 50;

/**
 * The parts of the page whose kind, name or note contains each typed word, whatever the case. Those whose name begins with
 * what is typed come first, otherwise in the order of the page.
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
  const query = typed.trim().toLowerCase();
  const words = query.split(/\s+/);
  const first: Omit<FoundPart, 'mention'>[] = [];
  const others: Omit<FoundPart, 'mention'>[] = [];
  for (const [kind, { list }] of Object.entries(namedParts)) {
    for (const part of list(shown)) {
      const name = part.name.toLowerCase();
      const text = `${kind}:${name} ${(part.note ?? '').toLowerCase()}`;
      if (!words.every((word) => text.includes(word))) continue;
      const isFirst = name.startsWith(query) || text.startsWith(query);
      (isFirst ? first : others).push({ kind, ...part });
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
