import { z } from 'zod';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import { notesAdapter } from '../../fakes/notes-adapter';

/** The page's whole state. */
export interface Notes {
  notes: string[];
  published: string[];
}

/** The notes that there can be: few, so that calls meet. */
export const NOTES = ['ale', 'bun', 'cod', 'dip'] as const;

const note = z.strictObject({ text: z.string() });

function tool(
  name: string,
  effect: ToolDefinition['effect'],
  more: Partial<ToolDefinition> = {},
): ToolDefinition {
  return {
    name,
    description: `${name} of the notes page`,
    question: null,
    input: note,
    effect,
    defaultPermission: 'allow',
    executor: 'page',
    pagedBy: null,
    timeoutMs: 30_000,
    ...more,
  };
}

/** The notes page with one tool of each kind: read, navigate, write, commit; asking, forbidden, and carried out elsewhere. */
export const fuzzAdapter: AdapterDefinition = {
  ...(notesAdapter as unknown as AdapterDefinition),
  tools: [
    tool('add_note', 'write'),
    tool('remove_note', 'write'),
    tool('find_note', 'read'),
    tool('open_note', 'navigate'),
    tool('publish', 'commit', { input: z.strictObject({}), defaultPermission: 'ask' }),
    tool('burn_notes', 'commit', { input: z.strictObject({}), defaultPermission: 'deny' }),
    tool('ask_shop', 'read', { executor: 'delegated' }),
  ],
};

/** The page after a call that changes it; pure, and the model of what the page does. */
export function applyCall(page: Notes, name: string, text: string): Notes {
  switch (name) {
    case 'add_note':
      return page.notes.includes(text) ? page : { ...page, notes: [...page.notes, text] };
    case 'remove_note':
      return { ...page, notes: page.notes.filter((known) => known !== text) };
    case 'publish':
      return { ...page, published: page.notes };
    default:
      return page;
  }
}
