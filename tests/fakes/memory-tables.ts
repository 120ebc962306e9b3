import { rowMissing, stored } from '@/src/background/storage/storage-error';
import type { RestoreIntent } from '@/src/core/checkpoints/restore-intent';
import type { Approval } from '@/src/schema/approval';
import type { AuditEntry, AuditHead } from '@/src/schema/audit';
import type { Execution } from '@/src/schema/call';
import type { Chat } from '@/src/schema/chat';
import type { Checkpoint } from '@/src/schema/checkpoint';
import type { KnownContext } from '@/src/schema/known-page';
import type { Message } from '@/src/schema/message';
import type { ObservedPage, PageStep } from '@/src/schema/observed-page';
import type { Run } from '@/src/schema/run';
import type { RequestPart, StoredRequest } from '@/src/schema/sent-request';
import type { TokenUsageEntry } from '@/src/schema/usage';
import type { PageLease } from '@/src/store/db';

/** Called for each written row. `before`: null if the row is new; `after`: null if it was deleted. */
export type RowListener<Row> = (before: Row | null, after: Row | null) => void;

/**
 * Rows by key. Like IndexedDB, it stores a copy, so that later changes of the caller's object have no effect.
 * It returns the stored row itself, deeply frozen, so that code that changes what it read fails at once.
 */
export interface MemoryTable<Row> {
  get(key: string): Row | undefined;
  /** All rows, in the order of their insertion. */
  all(): Row[];
  /** Throws if the key or a unique value exists. */
  add(row: Row): void;
  put(row: Row): void;
  /** Does nothing if there is no such row. Returns true if there was one. */
  update(key: string, changes: Partial<Row>): boolean;
  remove(key: string): void;
  /** Called for each write, within its transaction; if it throws, the transaction is rolled back. */
  onWrite: RowListener<Row> | null;
}

/** Changes exactly one row; throws `not-found` if there is none with this key, as the real journal does. */
export function updateRow<Row>(
  table: MemoryTable<Row>,
  key: string,
  changes: Partial<NoInfer<Row>>,
  what: string,
): void {
  if (!table.update(key, changes)) throw rowMissing(what);
}

/** The tables that loop and rollback use. */
export interface MemoryTables {
  chats: MemoryTable<Chat>;
  messages: MemoryTable<Message>;
  runs: MemoryTable<Run>;
  executions: MemoryTable<Execution>;
  approvals: MemoryTable<Approval>;
  checkpoints: MemoryTable<Checkpoint>;
  usage: MemoryTable<TokenUsageEntry>;
  contexts: MemoryTable<KnownContext>;
  pageLeases: MemoryTable<PageLease>;
  restores: MemoryTable<RestoreIntent>;
  audit: MemoryTable<AuditEntry>;
  auditHeads: MemoryTable<AuditHead>;
  sentRequests: MemoryTable<StoredRequest>;
  requestParts: MemoryTable<RequestPart>;
  pages: MemoryTable<ObservedPage>;
  pageSteps: MemoryTable<PageStep>;
  /**
   * Runs one transaction: all of its writes happen, or none. Rejects with `storage`, as the real store does.
   */
  transaction<Result>(work: () => Result): Promise<Result>;
}

/** The database in memory: the same keys and the same unique indexes as the real one. */
export function createMemoryTables(): MemoryTables {
  const undo: (() => void)[] = [];
  const table = <Row extends object>(keyOf: (row: Row) => string, uniqueOf: (row: Row) => string = keyOf) =>
    createTable(keyOf, uniqueOf, (step) => undo.push(step));
  const byId = (row: { id: string }) => row.id;

  return {
    chats: table<Chat>(byId),
    messages: table<Message>(byId, ({ chatId, position }) => `${chatId} ${position}`),
    runs: table<Run>(byId),
    executions: table<Execution>(byId),
    approvals: table<Approval>(byId),
    checkpoints: table<Checkpoint>(byId, ({ chatId, sequence }) => `${chatId} ${sequence}`),
    usage: table<TokenUsageEntry>(byId),
    contexts: table<KnownContext>(({ chatId }) => chatId),
    pageLeases: table<PageLease>(leaseKey),
    restores: table<RestoreIntent>(({ chatId }) => chatId),
    audit: table<AuditEntry>(byId, ({ origin, sequence }) => `${origin} ${sequence}`),
    auditHeads: table<AuditHead>(({ origin }) => origin),
    sentRequests: table<StoredRequest>(byId),
    requestParts: table<RequestPart>(({ chatId, hash }) => `${chatId} ${hash}`),
    pages: table<ObservedPage>(({ page }) => page),
    pageSteps: table<PageStep>(({ page, sequence }) => `${page} ${sequence}`),
    transaction: (work) =>
      stored(async () => {
        undo.length = 0;
        try {
          return work();
        } catch (error) {
          for (const step of undo.reverse()) step();
          throw error;
        }
      }),
  };
}

/** The key of a page's lease: in IndexedDB, a compound key of three parts. */
export function leaseKey({ origin, instanceId, adapterId }: Omit<PageLease, 'runId'>): string {
  return JSON.stringify([origin, instanceId, adapterId]);
}

function createTable<Row extends object>(
  keyOf: (row: Row) => string,
  uniqueOf: (row: Row) => string,
  onUndo: (step: () => void) => void,
): MemoryTable<Row> {
  const rows = new Map<string, Row>();
  const taken = new Map<string, string>();

  function write(key: string, after: Row | null): void {
    const before = rows.get(key) ?? null;
    const unique = after === null ? null : uniqueOf(after);
    const owner = unique === null ? undefined : taken.get(unique);
    if (owner !== undefined && owner !== key) throw new ConstraintError(`${unique} is taken`);
    set(key, before, after);
    onUndo(() => set(key, after, before));
    table.onWrite?.(before, after);
  }

  function set(key: string, before: Row | null, after: Row | null): void {
    if (before !== null) taken.delete(uniqueOf(before));
    if (after === null) {
      rows.delete(key);
      return;
    }
    taken.set(uniqueOf(after), key);
    rows.set(key, after);
  }

  const table: MemoryTable<Row> = {
    get: (key) => rows.get(key),
    all: () => [...rows.values()],
    add(row) {
      if (rows.has(keyOf(row))) throw new ConstraintError(`${keyOf(row)} is there already`);
      write(keyOf(row), frozen(structuredClone(row)));
    },
    put: (row) => write(keyOf(row), frozen(structuredClone(row))),
    update(key, changes) {
      const before = rows.get(key);
      if (before === undefined) return false;
      write(key, frozen({ ...before, ...structuredClone(changes) }));
      return true;
    },
    remove: (key) => write(key, null),
    onWrite: null,
  };
  return table;
}

class ConstraintError extends Error {
  override readonly name = 'ConstraintError';
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) frozen(member);
  return value;
}
