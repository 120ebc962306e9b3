import { StewardError } from '@/src/core/errors';
import type { JsonObject } from '@/src/core/json';
import type { ExecutionRequest, PageReading, QueryRequest, StateRequest } from '@/src/core/loop/ports';
import type { ExecutionOutcome } from '@/src/core/tools/execution-outcome';
import { applyCall, failureOf, type Notes, successOf } from './fuzz-adapter';
import type { Pacer } from './pacer';
import { type PageHistory, stateHashOf } from './page-history';
import type { Problems } from './problems';

/** A call right before it is carried out. */
export interface Started {
  chatId: string;
  executionId: string;
  tool: string;
  args: JsonObject;
  /** The page as it is at that moment. */
  notes: readonly string[];
}

/** The notes page, as the worker reaches it. What it does takes time, and goes on when the worker dies. */
export interface FuzzPage {
  read(): PageReading;
  query(chatId: string, request: QueryRequest): Promise<ExecutionOutcome>;
  execute(chatId: string, request: ExecutionRequest): Promise<ExecutionOutcome>;
  apply(chatId: string, request: StateRequest): { stateHash: string };
  /** Waits for a call that is being carried out; rejects as the call did. */
  recall(executionId: string): Promise<ExecutionOutcome | null>;
  /** By the user. */
  edit(notes: string[]): void;
  /** The worker can't reach the page any more; what runs there runs on. */
  close(): void;
  open(): void;
  /** The document is a new one: it shows what is saved, what was under way is gone, and no execution is remembered. */
  reload(): void;
  /** The page changes by itself what no call can change. */
  refresh(): void;
  isOpen(): boolean;
  state(): Notes;
  hash(): string;
  /** Times that a call was carried out. */
  timesExecuted(executionId: string): number;
  /** The page's hash before and after a call that was carried out; null if none was. */
  hashesOf(executionId: string): [before: string, after: string] | null;
}

/** `onExecute` hears of each call right before it is carried out. */
export function createFuzzPage(deps: {
  history: PageHistory;
  pacer: Pacer;
  problems: Problems;
  onExecute(call: Started): void;
}): FuzzPage {
  const { history } = deps;
  const state = history.now;
  let isOpen = true;
  let outcomes = new Map<string, Promise<ExecutionOutcome>>();
  /** The chats' writes under way, as chat id and tool. */
  const writing = new Map<string, string>();
  const executed = new Map<string, number>();
  const hashes = new Map<string, [string, string]>();
  const hash = () => stateHashOf(state());
  function assertOpen(): void {
    if (!isOpen) throw new StewardError('page-gone', 'The page is closed.', { remedy: 'Open it.' });
  }
  function assertHash(expected: string | null): void {
    if (expected !== null && expected !== hash()) {
      throw new StewardError('page-changed', 'The page was changed.', { remedy: 'Look again.' });
    }
  }

  async function carryOut(
    chatId: string,
    { executionId, tool, args }: QueryRequest,
    expectedStateHash: string | null,
  ) {
    const memory = outcomes;
    const isWrite = expectedStateHash !== null;
    const other = writing.get(chatId);
    if (isWrite && other !== undefined) deps.problems.add(`${tool} ran while ${other} was running`);
    if (isWrite) writing.set(chatId, tool);
    await deps.pacer.turn(`page: ${tool}`);
    if (memory !== outcomes) {
      throw new StewardError('page-gone', 'The page was loaded anew.', { remedy: 'Wait.' });
    }
    if (isWrite) writing.delete(chatId);
    assertHash(expectedStateHash);
    deps.onExecute({ chatId, executionId, tool, args, notes: state().notes });
    const times = (executed.get(executionId) ?? 0) + 1;
    executed.set(executionId, times);
    if (times > 1) deps.problems.add(`${tool} was carried out ${times} times for one execution id`);
    const stateHashBefore = hash();
    const failure = failureOf(state(), tool, args);
    if (isWrite) {
      history.note({ kind: 'execution', chatId, executionId }, applyCall(state(), tool, args));
    }
    hashes.set(executionId, [stateHashBefore, hash()]);
    const result = failure ?? successOf(state(), tool, args);
    return { result, stateHashBefore, stateHashAfter: hash() };
  }

  /** Once per execution id; later requests hear what came of the first. */
  function once(
    chatId: string,
    request: QueryRequest,
    expectedStateHash: string | null,
  ): Promise<ExecutionOutcome> {
    assertOpen();
    const outcome = outcomes.get(request.executionId) ?? carryOut(chatId, request, expectedStateHash);
    outcomes.set(request.executionId, outcome);
    return heard(outcome);
  }

  async function heard(outcome: Promise<ExecutionOutcome>): Promise<ExecutionOutcome> {
    await outcome.catch(() => undefined);
    assertOpen();
    return outcome;
  }

  return {
    read() {
      assertOpen();
      return { context: structuredClone(state()) as unknown as PageReading['context'], stateHash: hash() };
    },
    query: async (chatId, request) => once(chatId, request, null),
    execute: async (chatId, request) => once(chatId, request, request.token.stateHash),
    apply(chatId, { state: wanted, token }) {
      assertOpen();
      assertHash(token.stateHash);
      const { notes } = wanted as unknown as Pick<Notes, 'notes'>;
      history.note({ kind: 'restore', chatId }, { ...state(), notes: [...notes] });
      return { stateHash: hash() };
    },
    async recall(executionId) {
      assertOpen();
      const outcome = outcomes.get(executionId);
      return outcome === undefined ? null : heard(outcome);
    },
    edit(notes) {
      history.note({ kind: 'user' }, { ...state(), notes });
    },
    close() {
      isOpen = false;
    },
    open() {
      isOpen = true;
    },
    reload() {
      outcomes = new Map();
      writing.clear();
      const { published } = state();
      history.note({ kind: 'reload' }, { ...state(), notes: published });
    },
    refresh() {
      history.note({ kind: 'refresh' }, { ...state(), stock: state().stock + 1 });
    },
    isOpen: () => isOpen,
    state,
    hash,
    timesExecuted: (executionId) => executed.get(executionId) ?? 0,
    hashesOf: (executionId) => hashes.get(executionId) ?? null,
  };
}
