import { z } from 'zod';
import { defineAdapter } from '@/src/core/adapter/adapter-definition';
import { StewardError } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import type { PagePort } from '@/src/core/ports/page-port';
import type { ExecutionOutcome } from '@/src/core/records/execution-outcome';
import type { ExpectedPage } from '@/src/core/records/write-token';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';

const contextSchema = z.object({ notes: z.array(z.string()), published: z.array(z.string()) });
type NotesContext = z.infer<typeof contextSchema>;
const stateSchema = z.object({ notes: z.array(z.string()) });
type NotesState = z.infer<typeof stateSchema>;

function tool(name: string, effect: ToolDefinition['effect'], input: z.ZodObject): ToolDefinition {
  return {
    name,
    description: `${name} of the notes page`,
    question: null,
    input,
    effect,
    defaultPermission: effect === 'commit' ? 'ask' : 'allow',
    executor: 'page',
    readWith: null,
    timeoutMs: 1_000,
  };
}

const text = z.strictObject({ text: z.string() });

/** A minimal adapter: a list of notes, and a published copy of it. */
export const notesAdapter = defineAdapter<NotesContext, NotesState>({
  id: 'notes',
  title: 'Notes',
  contextSchema,
  stateSchema,
  tools: [
    tool('add_note', 'write', text),
    tool('remove_note', 'write', text),
    tool('count_notes', 'read', z.strictObject({})),
    tool('find_note', 'read', text),
    tool('publish', 'commit', z.strictObject({})),
  ],
  contributions: [
    {
      key: 'notes:domain',
      section: 'Context',
      priority: 100,
      content: { type: 'text', text: 'The page keeps short notes.' },
    },
    {
      key: 'notes:lock',
      section: 'Guidelines',
      priority: 100,
      content: { type: 'text', text: 'The notes are locked.' },
      holdsIn: ({ notes }) => notes.includes('locked'),
    },
  ],
  restorableState: ({ notes }) => ({ notes }),
  ownChangeTypes: [],
  diffContext: (previous, next, atMs) => {
    const timestamp = new Date(atMs).toISOString();
    const added = next.notes.filter((note) => !previous.notes.includes(note));
    const removed = previous.notes.filter((note) => !next.notes.includes(note));
    return [
      ...removed.map((note) => ({ type: 'note_removed', timestamp, note })),
      ...added.map((note) => ({ type: 'note_added', timestamp, note })),
    ];
  },
  changeGroup: () => ({ fields: {}, readWith: 'find_note' }),
  encodeContext: ({ notes }) => `notes: ${JSON.stringify(notes)}`,
  namedParts: {
    note: {
      list: ({ notes }) => notes.map((name) => ({ name })),
      text: ({ notes }, name) =>
        notes.includes(name) ? `number ${notes.indexOf(name) + 1} of ${notes.length}` : null,
    },
  },
  diffState: (from, to) => [
    ...from.notes.filter((n) => !to.notes.includes(n)).map((n) => ({ kind: 'removed' as const, text: n })),
    ...to.notes.filter((n) => !from.notes.includes(n)).map((n) => ({ kind: 'added' as const, text: n })),
  ],
  pageLine: ({ notes }) => ({ title: 'Notes', name: null, facts: [`${notes.length} notes`], unsaved: false }),
  saving: {
    tool: 'publish',
    savedState: ({ published }) => published,
    stateFromSaved: (_context, saved) => stateSchema.safeParse({ notes: saved }).data ?? null,
    unsavedNote: ({ notes, published }) => (same(notes, published) ? null : 'The published copy differs.'),
    lostState: (known, now) => {
      const isLost = !same(known.notes, known.published) && same(now.notes, now.published);
      return isLost && same(now.published, known.published) ? { notes: known.notes } : null;
    },
    isBypassed: () => false,
    words: {
      untouched: 'The published notes are not touched.',
      unchanged: 'The published notes were not touched and equal the page.',
      stillSaved: 'Readers still get the notes you published.',
      restore: 'Restore the earlier published notes',
    },
  },
});

function same(left: readonly string[], right: readonly string[]): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/**
 * A notes page in memory with the contract of PagePort: runs each execution id once, checks hashes, remembers
 * results. `now`: the clock of the loop that uses it.
 */
export function createNotesPage(initial: NotesContext, now: () => number) {
  const page = { notes: [...initial.notes], published: [...initial.published] };
  const outcomes = new Map<string, ExecutionOutcome>();
  const log: string[] = [];
  let running = 0;
  let overlapped = false;
  let gone = false;
  let document = 'document-1';
  let looks = 0;
  const look = () => {
    looks += 1;
    return { document, order: looks };
  };
  const hooks: {
    beforeExecute: ((tool: string) => Promise<void>) | null;
    /** Called after a call has taken effect and before its answer is sent. */
    afterExecute: ((tool: string) => Promise<void>) | null;
  } = { beforeExecute: null, afterExecute: null };

  const hash = () => hashJson({ notes: page.notes });
  function reachable(): void {
    if (gone) throw new StewardError('page-gone', 'The page is closed.', { remedy: 'Open it.' });
  }

  function perform(name: string, args: { text?: unknown }): ToolResult {
    const note = String(args.text);
    switch (name) {
      case 'add_note':
        if (page.notes.includes(note)) return { success: false, message: 'Known.', error_code: 'duplicate' };
        page.notes.push(note);
        return { success: true, message: `Added ${note}.`, data: { count: page.notes.length } };
      case 'remove_note':
        page.notes = page.notes.filter((candidate) => candidate !== note);
        return { success: true, message: `Removed ${note}.` };
      case 'publish':
        page.published = [...page.notes];
        return { success: true, message: `Published ${page.published.length}.` };
      case 'find_note':
        if (!page.notes.includes(note))
          return { success: false, message: `No ${note}.`, error_code: 'note_not_found' };
        return { success: true, message: `Looked for ${note}.` };
      default:
        return { success: true, message: `${page.notes.length} notes.` };
    }
  }

  function assertExpected({ document: name, stateHash }: ExpectedPage): void {
    if (name === document && stateHash === hash()) return;
    throw new StewardError('page-changed', 'Changed.', { remedy: 'Look again.' });
  }

  async function carryOut(executionId: string, name: string, args: JsonObject): Promise<ExecutionOutcome> {
    await hooks.beforeExecute?.(name);
    const stateHashBefore = hash();
    const result = perform(name, args);
    log.push(`${name} ${JSON.stringify(args)}`);
    const outcome = { result, stateHashBefore, stateHashAfter: hash(), ...look() };
    outcomes.set(executionId, outcome);
    await hooks.afterExecute?.(name);
    return outcome;
  }

  const port: PagePort = {
    async readContext() {
      reachable();
      return {
        context: structuredClone(page),
        stateHash: hash(),
        source: { page: 'tab:1', ...look(), askedAtMs: now() },
      };
    },
    isNewest: ({ context }) => hashJson(context) === hashJson(page),
    async placeOf() {
      reachable();
      return { origin: 'http://notes.test', tabId: 1 };
    },
    async query(_chat, { executionId, tool: name, args }) {
      reachable();
      return outcomes.get(executionId) ?? (await carryOut(executionId, name, args));
    },
    async execute(_chat, { executionId, tool: name, args, token }) {
      reachable();
      const earlier = outcomes.get(executionId);
      if (earlier !== undefined) return earlier;
      assertExpected(token.expected);
      if (running > 0) overlapped = true;
      running += 1;
      const outcome = await carryOut(executionId, name, args);
      running -= 1;
      return outcome;
    },
    async applyState(_chat, { state, token }) {
      reachable();
      assertExpected(token.expected);
      page.notes = [...stateSchema.parse(state).notes];
      return { stateHash: hash() };
    },
    async recall(_chat, executionId) {
      reachable();
      const outcome = outcomes.get(executionId);
      return outcome === undefined ? { kind: 'unknown' } : { kind: 'done', outcome };
    },
  };

  return {
    port,
    page,
    log,
    hooks,
    hash,
    editByHand: (notes: string[]) => {
      page.notes = [...notes];
    },
    /** Loads the document again: it forgets its executions and shows these notes. */
    reload: (notes: string[]) => {
      page.notes = [...notes];
      outcomes.clear();
      document = `${document}'`;
    },
    close: () => {
      gone = true;
    },
    reopen: () => {
      gone = false;
    },
    writesOverlapped: () => overlapped,
  };
}
