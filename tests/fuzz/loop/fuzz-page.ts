import { StewardError } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import type { JsonObject } from '@/src/core/json';
import type { ExecutionRequest, PageReading, QueryRequest, StateRequest } from '@/src/core/loop/ports';
import type { ExecutionOutcome } from '@/src/core/tools/execution-outcome';
import { applyCall, failureOf, type Notes } from './fuzz-adapter';
import type { Pacer } from './pacer';
import type { Problems } from './problems';

/** A call right before it is carried out. */
export interface Started {
  executionId: string;
  tool: string;
  args: JsonObject;
  /** The page as it is at that moment. */
  notes: readonly string[];
}

/** The notes page, as the worker reaches it. What it does takes time, and goes on when the worker dies. */
export interface FuzzPage {
  read(): PageReading;
  query(request: QueryRequest): Promise<ExecutionOutcome>;
  execute(request: ExecutionRequest): Promise<ExecutionOutcome>;
  apply(request: StateRequest): { stateHash: string };
  /** Waits for a call that is being carried out; rejects as the call did. */
  recall(executionId: string): Promise<ExecutionOutcome | null>;
  /** By somebody else. */
  edit(notes: string[]): void;
  /** The worker can't reach the page any more; what runs there runs on. */
  close(): void;
  open(): void;
  /** The document is a new one: what was under way is gone, and nobody remembers what was executed. */
  reload(): void;
  isOpen(): boolean;
  state(): Notes;
  hash(): string;
  /** Every state that the page was ever in, by its hash. */
  stateOf(hash: string): string[] | undefined;
  /** Times that it was changed by anything but a call: up to now, or up to when it was last in the state of this hash. */
  changesFromOutside(atHash?: string): number;
  /** Times that a call was carried out. */
  timesExecuted(executionId: string): number;
  /** The page's hash before and after a call that was carried out; null if none was. */
  hashesOf(executionId: string): [before: string, after: string] | null;
}

/** `onExecute` hears of each call right before it is carried out. */
export function createFuzzPage(
  initial: Notes,
  deps: { pacer: Pacer; problems: Problems; onExecute(call: Started): void },
): FuzzPage {
  let state = initial;
  let isOpen = true;
  let outcomes = new Map<string, Promise<ExecutionOutcome>>();
  let writing: string | null = null;
  let changesFromOutside = 0;
  const executed = new Map<string, number>();
  const hashes = new Map<string, [string, string]>();
  const past = new Map<string, { notes: string[]; changesFromOutside: number }>();

  const hash = () => hashJson({ notes: state.notes });
  function become(next: Notes): void {
    state = next;
    past.set(hash(), { notes: next.notes, changesFromOutside });
  }
  function assertOpen(): void {
    if (!isOpen) throw new StewardError('page-gone', 'The page is closed.', { remedy: 'Open it.' });
  }
  function assertHash(expected: string | null): void {
    if (expected !== null && expected !== hash()) {
      throw new StewardError('page-changed', 'The page was changed.', { remedy: 'Look again.' });
    }
  }
  become(initial);

  async function carryOut({ executionId, tool, args }: QueryRequest, expectedStateHash: string | null) {
    const memory = outcomes;
    const isWrite = expectedStateHash !== null;
    if (isWrite && writing !== null) deps.problems.add(`${tool} ran while ${writing} was running`);
    if (isWrite) writing = tool;
    await deps.pacer.turn(`page: ${tool}`);
    if (memory !== outcomes) {
      throw new StewardError('page-gone', 'The page was loaded anew.', { remedy: 'Wait.' });
    }
    if (isWrite) writing = null;
    assertHash(expectedStateHash);
    deps.onExecute({ executionId, tool, args, notes: state.notes });
    const times = (executed.get(executionId) ?? 0) + 1;
    executed.set(executionId, times);
    if (times > 1) deps.problems.add(`${tool} was carried out ${times} times for one execution id`);
    const stateHashBefore = hash();
    const failure = failureOf(state, tool, args);
    if (isWrite) become(applyCall(state, tool, args));
    hashes.set(executionId, [stateHashBefore, hash()]);
    const result = failure ?? { success: true, message: `${tool}: ${state.notes.join(' ')}` };
    return { result, stateHashBefore, stateHashAfter: hash() };
  }

  /** Once per execution id; later requests hear what came of the first. */
  function once(request: QueryRequest, expectedStateHash: string | null): Promise<ExecutionOutcome> {
    assertOpen();
    const outcome = outcomes.get(request.executionId) ?? carryOut(request, expectedStateHash);
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
      return { context: structuredClone(state) as unknown as PageReading['context'], stateHash: hash() };
    },
    query: async (request) => once(request, null),
    execute: async (request) => once(request, request.token.stateHash),
    apply({ state: wanted, token }) {
      assertOpen();
      assertHash(token.stateHash);
      changesFromOutside += 1;
      become({ ...state, notes: [...(wanted as unknown as Pick<Notes, 'notes'>).notes] });
      return { stateHash: hash() };
    },
    async recall(executionId) {
      assertOpen();
      const outcome = outcomes.get(executionId);
      return outcome === undefined ? null : heard(outcome);
    },
    edit(notes) {
      changesFromOutside += 1;
      become({ ...state, notes });
    },
    close() {
      isOpen = false;
    },
    open() {
      isOpen = true;
    },
    reload() {
      outcomes = new Map();
      writing = null;
    },
    isOpen: () => isOpen,
    state: () => state,
    hash,
    stateOf: (of) => past.get(of)?.notes,
    changesFromOutside: (at = hash()) => past.get(at)?.changesFromOutside ?? 0,
    timesExecuted: (executionId) => executed.get(executionId) ?? 0,
    hashesOf: (executionId) => hashes.get(executionId) ?? null,
  };
}
