import { createCheckpointStore } from '@/src/background/storage/checkpoint-store';
import { createJournal } from '@/src/background/storage/journal';
import type { CheckpointStore } from '@/src/core/checkpoints/checkpoint-manager';
import type { RollbackJournal } from '@/src/core/checkpoints/rollback-ports';
import type { Clock } from '@/src/core/ports/clock';
import type { Journal, SideEntry } from '@/src/core/ports/journal';
import type { EndedWrite, HistoryChange } from '@/src/core/ports/page-history';
import type { TakenInput } from '@/src/core/records/unsent-text';
import { totalTokens } from '@/src/core/usage/cumulative-usage';
import type { Approval } from '@/src/schema/approval';
import type { Execution } from '@/src/schema/call';
import type { Checkpoint } from '@/src/schema/checkpoint';
import type { AccountingMessage, AssistantMessage, SystemMessage, ToolMessage } from '@/src/schema/message';
import type { ObservedPage } from '@/src/schema/observed-page';
import type { StewardDatabase } from '@/src/store/db';
import { aCheckpoint } from '../../core/checkpoints/a-checkpoint';
import { receivedExecution } from '../../core/policy/gate-rig';
import { auditRecord, SITE } from '../../core/policy/new-audit-entry';
import { COUNTS } from '../../core/usage/usage-examples';
import { createMemoryCheckpointStore } from '../../fakes/memory-checkpoint-store';
import { createMemoryJournal } from '../../fakes/memory-journal';
import { createMemoryTables, type MemoryTable, type MemoryTables } from '../../fakes/memory-tables';
import { askedCall, question, questionPreview } from '../../panel/approval/approval-requests';
import {
  assistantMessage,
  BASE,
  rollbackMessage,
  toolMessage,
  userMessage,
} from '../../panel/stored-messages';
import { storedRun } from '../../panel/stored-run';
import { ownDatabase } from '../own-database';

type Tables = Omit<MemoryTables, 'transaction'>;
type Row<Name extends keyof Tables> = ReturnType<Tables[Name]['all']>[number];

/** A journal with its checkpoint store, and its tables, which neither exposes. */
interface Parts {
  journal: Journal & RollbackJournal;
  checkpoints: CheckpointStore;
  add<Name extends keyof Tables>(table: Name, row: Row<Name>): Promise<unknown>;
  rows<Name extends keyof Tables>(table: Name): Promise<Row<Name>[]>;
}

/** The journal of the product in this database. */
export const overDexie = (db: StewardDatabase, clock: Clock) =>
  createRig({
    journal: createJournal(db, clock),
    checkpoints: createCheckpointStore(db),
    add: (table, row) => db.table(table).add(row),
    rows: (table) => db.table(table).toArray(),
  });

function inMemory(clock: Clock) {
  const tables = createMemoryTables();
  const table = (name: keyof Tables) => tables[name] as unknown as MemoryTable<never>;
  return createRig({
    journal: createMemoryJournal(tables, clock),
    checkpoints: createMemoryCheckpointStore(tables),
    add: async (name, row) => table(name).add(row as never),
    rows: async (name) => table(name).all(),
  });
}

/** The journal of the product, and the one that tests of the loop use; both obey the port. */
export const JOURNALS = [
  ['in IndexedDB', (clock: Clock) => overDexie(ownDatabase(), clock)],
  ['in memory, as tests use it', inMemory],
] as const;

export type Rig = ReturnType<typeof createRig>;

function createRig(parts: Parts) {
  const { journal, checkpoints, rows } = parts;
  let place = 100;

  const begin = (changes: Partial<Parameters<Journal['beginRun']>[0]> = {}) =>
    journal.beginRun({
      at: AT,
      run: run(),
      message: said('u', 0),
      context: { notes: ['a'] },
      chat: { lastStateHash: 'h0' },
      title: null,
      taken: NOTHING,
      ...changes,
    });

  const respond = (changes: Partial<Parameters<Journal['storeResponse']>[0]>) =>
    journal.storeResponse({
      message: answer('a', 1, ['e1', 'e2']),
      executions: [],
      usage: null,
      run: {},
      replaced: null,
      ...changes,
    });

  return {
    ...parts,
    begin,
    respond,

    /** A run whose response `a` has two calls without results. */
    async withCalls(): Promise<void> {
      await begin();
      await respond({
        executions: [execution('e2', 1), execution('e1', 0)],
        usage: { id: 'usage-1', counts: counts(100), raw: { total: 101 } },
        run: { round: 1, status: { state: 'waiting-for-tools' } },
      });
    },

    accept: (changes: Partial<Parameters<Journal['acceptInput']>[0]>) =>
      journal.acceptInput({ runId: 'r', messages: [], run: {}, chat: {}, taken: NOTHING, ...changes }),

    /** Stores a result that changes nothing else. */
    end: (message: ToolMessage, changes: Partial<Parameters<Journal['storeResult']>[0]> = {}) =>
      journal.storeResult({
        message,
        run: {},
        chat: {},
        write: null,
        checkpoint: null,
        audit: null,
        ...changes,
      }),

    updatePage: (changes: Partial<Parameters<Journal['storePageUpdate']>[0]>) =>
      journal.storePageUpdate({
        at: AT,
        chatId: 'c',
        report: null,
        context: { notes: ['b'] },
        chat: { lastStateHash: 'h2' },
        ...changes,
      }),

    renew: (changes: Partial<Parameters<Journal['renewOpening']>[0]>) =>
      journal.renewOpening({
        message: pageEvent('s', 9),
        at: AT,
        runId: 'r',
        contextText: 'new',
        snapshot: { id: 4, items: [] },
        context: { n: 1 },
        chat: { lastStateHash: 'h4' },
        ...changes,
      }),

    /** As in the background: after a safety checkpoint. */
    async rollBack(
      changes: Partial<Parameters<RollbackJournal['recordRollback']>[0]>,
      ends: HistoryChange<EndedWrite>[] = [],
    ): Promise<void> {
      place += 2;
      const safety = { ...checkpoint(place), id: `safety-${place}` };
      await checkpoints.add(safety, { ids: [], whole: null });
      await journal.recordRollback(
        {
          chatId: 'c',
          atMs: 99,
          rollbackId: 'rb',
          setAside: [],
          bringBack: [],
          rows: [accounting(place), rolledBack(place + 1)],
          run: null,
          known: null,
          safety: { id: safety.id, after: null },
          audit: auditRecord({ id: `audit-${place}`, action: 'rollback' }),
          title: null,
          ...changes,
        },
        ends,
      );
    },

    everything: () => Promise.all(WRITTEN.map(rows)),
    messageIds: async () => (await journal.load('c')).messages.map(({ id }) => id),
    contextOf: async () => (await rows('contexts'))[0],
    /** The newest step of the page `tab:1`; undefined if it was never observed. */
    stepOfPage: async () => (await rows('pages'))[0]?.sequence,
    auditOf: async (origin = SITE) => (await rows('audit')).filter((entry) => entry.origin === origin),
  };
}

/** The tables that a transaction of the journal writes. The checkpoint before a rollback has its own. */
const WRITTEN = [
  'chats',
  'messages',
  'runs',
  'executions',
  'approvals',
  'usage',
  'contexts',
  'pages',
  'audit',
  'auditHeads',
  'restores',
  'sentRequests',
  'requestParts',
] as const;

export const AT = { page: 'tab:1', document: 'd', sequence: 0 };

/** A page without writes in progress, whose newest step has this number. */
export function observedPage(page: string, sequence: number): ObservedPage {
  return { page, document: 'd', order: 0, askedAtMs: 0, context: {}, sequence, writes: [] };
}

/** A change of a page's history, after which its newest step has this number. */
export function historyChange(sequence: number): HistoryChange<EndedWrite> {
  const page = observedPage('tab:1', sequence);
  return { page: 'tab:1', change: () => ({ page, steps: [], at: { ...AT, sequence } }) };
}

export const NOTHING: TakenInput = { message: null, events: [] };

export const run = (id = 'r') => storedRun({ state: 'processing' }, { id, startedAtMs: 7, round: 0 });

export const said = (id: string, position: number) => userMessage({ id, position, content: id });

export function pageEvent(id: string, position: number): SystemMessage {
  const changes = [{ type: 'note_added', timestamp: '2026-01-01T00:00:00.000Z' }];
  const news = { changes, nonce: 'n' };
  return { ...BASE, id, role: 'system', position, scope: 'page', content: 'The page changed.', news };
}

export function answer(id: string, position: number, calls: string[]): AssistantMessage {
  const call = { modelCallId: 'call_0', name: 'add', argumentsText: '{}' };
  return assistantMessage({
    id,
    position,
    toolCalls: calls.map((executionId) => ({ executionId, ...call })),
  });
}

/** The result of a call of {@link Rig.withCalls}, which takes the position after those of the calls before it. */
export function result(executionId: string, position: number): ToolMessage {
  return toolMessage({ id: `result-${executionId}`, executionId, position, createdAtMs: 20 });
}

export function execution(id: string, index: number, messageId = 'a'): Execution {
  return receivedExecution(index, { id, messageId });
}

/** An approval request; calls after a minus don't need approval. */
export function approval(id: string, ...calls: string[]): Approval {
  const asked = calls.map((name) =>
    askedCall(name.replace('-', ''), 'add', {}, { isAsked: !name.startsWith('-') }),
  );
  return { ...question(asked, questionPreview([])), id, messageId: 'a' };
}

export function checkpoint(sequence: number, messageId: string | null = null): Checkpoint {
  const content: Checkpoint['content'] =
    sequence % 10 === 0
      ? { kind: 'full', state: { n: sequence } }
      : { kind: 'patch', patch: [{ op: 'replace', path: '/n', value: sequence }] };
  return aCheckpoint({ id: `cp-${sequence}`, sequence, messageId, content });
}

export const counts = (promptTokens: number) => ({ ...COUNTS, promptTokens });

export function accounting(position: number): AccountingMessage {
  return {
    ...BASE,
    id: `acc-${position}`,
    role: 'accounting',
    position,
    runId: null,
    reason: 'Cancelled',
    cumulativeTokens: totalTokens([counts(1)]),
    discardedMessages: 0,
  };
}

export const rolledBack = (position: number) => rollbackMessage({ id: `rb-${position}`, position });

/** The usage of a request for a title, whose message is gone. */
export const usageOf = (id: string, used: SideEntry['usage']['counts']): SideEntry['usage'] => ({
  id,
  chatId: 'c',
  runId: null,
  kind: 'title',
  messageId: 'gone',
  atMs: 10,
  model: 'm',
  counts: used,
  raw: null,
});

export function titled(id: string, after: number, title: string): SideEntry {
  const { position: _, ...side } = { ...BASE, runId: null };
  return {
    chatId: 'c',
    after,
    covers: null,
    messages: [
      { ...side, id: `${id}-request`, role: 'system-title', content: 'Write a title.' },
      { ...side, id, role: 'title', content: title, model: 'm' },
    ],
    usage: { ...usageOf(`usage-${id}`, counts(7)), messageId: id },
    title,
  };
}
