import { z } from 'zod';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json, JsonObject } from '@/src/schema/values/json';
import { notesAdapter } from '../../fakes/notes-adapter';

/** The page's whole state. */
export interface Notes {
  notes: string[];
  /** The saved notes, which the page shows after a reload. */
  published: string[];
  /** Changed only by the page itself, when it refreshes. */
  stock: number;
}

/** All possible notes: few, so that calls often concern the same one. */
export const NOTES = ['ale', 'bun', 'cod', 'dip'] as const;

/** While the page has this note, its changes go live at once. */
const LIVE: string = 'dip';

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
    readWith: null,
    timeoutMs: 30_000,
    ...more,
  };
}

const notes = notesAdapter as unknown as AdapterDefinition;

/**
 * A notes page with tools of every effect (read, navigate, write, commit), and with tools that need approval, have
 * parts, are denied, or are delegated.
 */
export const fuzzAdapter: AdapterDefinition = {
  ...notes,
  tools: [
    tool('add_note', 'write'),
    tool('remove_note', 'write'),
    tool('import_notes', 'write', {
      input: z.strictObject({ notes: z.array(z.string()) }),
      defaultPermission: 'ask',
    }),
    tool('find_note', 'read'),
    tool('open_note', 'navigate'),
    tool('publish', 'commit', { input: z.strictObject({}), defaultPermission: 'ask' }),
    tool('burn_notes', 'commit', { input: z.strictObject({}), defaultPermission: 'deny' }),
    tool('ask_shop', 'read', { executor: 'delegated' }),
  ],
  ownChangeTypes: ['stock_refreshed'],
  encodeContext: (context) => {
    const { notes, published, stock } = context as unknown as Notes;
    return [
      `notes: ${JSON.stringify(notes)}`,
      `published: ${JSON.stringify(published)}`,
      `stock: ${stock}`,
    ].join('\n');
  },
  diffContext: (previous, next, atMs) => {
    const [before, after] = [previous, next] as unknown as [Notes, Notes];
    const timestamp = new Date(atMs).toISOString();
    const isRefreshed = before.stock !== after.stock;
    const isPublished = before.published.join('+') !== after.published.join('+');
    return [
      ...added(after.notes, before.notes).map((note) => ({ type: 'note_removed', timestamp, note })),
      ...added(before.notes, after.notes).map((note) => ({ type: 'note_added', timestamp, note })),
      ...(isRefreshed ? [{ type: 'stock_refreshed', timestamp, stock: after.stock }] : []),
      // As with the real adapter, the restorable state doesn't show what a commit changes.
      ...(isPublished ? [{ type: 'notes_published', timestamp, notes: after.published.join('+') }] : []),
    ];
  },
  ...(notes.saving && {
    saving: { ...notes.saving, isBypassed: (context: Json) => isLive((context as unknown as Notes).notes) },
  }),
};

function added(before: readonly string[], after: readonly string[]): string[] {
  return after.filter((note) => !before.includes(note));
}

/** True if changes of a page with these notes go live at once. */
export function isLive(notes: readonly string[]): boolean {
  return notes.includes(LIVE);
}

/** The parts of a call that the user can leave out: each imported note. */
export function partsOf(name: string, args: JsonObject): string[] {
  return name === 'import_notes' && Array.isArray(args.notes) ? args.notes.map(String) : [];
}

/** A call without the parts that the user left out. */
export function withoutParts(name: string, args: JsonObject, leftOut: readonly string[]): JsonObject {
  if (name !== 'import_notes') return args;
  return { ...args, notes: partsOf(name, args).filter((part) => !leftOut.includes(part)) };
}

/** The page after a call. Pure: the fuzzed page, its dry run and the checkers all use it. */
export function applyCall(page: Notes, name: string, args: JsonObject): Notes {
  const text = String(args.text);
  switch (name) {
    case 'add_note':
      return { ...page, notes: [...new Set([...page.notes, text])] };
    case 'remove_note':
      return { ...page, notes: page.notes.filter((known) => known !== text) };
    case 'import_notes':
      return { ...page, notes: [...new Set([...page.notes, ...partsOf(name, args)])] };
    case 'publish':
      return { ...page, published: page.notes };
    default:
      return page;
  }
}

/** The result of a call that would change nothing; null if it changes something, or only reads. */
export function failureOf(page: Notes, name: string, args: JsonObject): ToolResult | null {
  const isThere = page.notes.includes(String(args.text));
  if (name === 'add_note' && isThere) return { success: false, message: 'Known.', error_code: 'duplicate' };
  if (name === 'remove_note' && !isThere)
    return { success: false, message: 'Unknown.', error_code: 'missing' };
  if (name === 'import_notes' && partsOf(name, args).length === 0)
    return { success: false, message: 'Empty.', error_code: 'nothing_to_change' };
  return null;
}

/** The result of a call that changes something, or only reads. */
export function successOf(page: Notes, name: string, args: JsonObject): ToolResult {
  const reported =
    name === 'find_note' ? `${args.text}: ${page.notes.includes(String(args.text))}` : page.notes.join(' ');
  return { success: true, message: `${name}: ${reported}` };
}
