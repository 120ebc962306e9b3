import { StewardError } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import type { ExecutionRequest, PageReading } from '@/src/core/loop/ports';
import type { ExecutionOutcome } from '@/src/core/tools/execution-outcome';
import { applyCall, type Notes } from './fuzz-adapter';
import type { Pacer } from './pacer';
import type { Problems } from './problems';

/** The notes page, as the worker reaches it. What it does takes time, and goes on when the worker dies. */
export interface FuzzPage {
  read(): PageReading;
  execute(request: ExecutionRequest): Promise<ExecutionOutcome>;
  apply(notes: string[], expectedStateHash: string): { stateHash: string };
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
  /** Times that it was changed by anything but a call. */
  changesFromOutside(): number;
  /** Times that a call was carried out. */
  timesExecuted(executionId: string): number;
}

/** `onExecute` hears of each call right before it is carried out. */
export function createFuzzPage(
  initial: Notes,
  deps: { pacer: Pacer; problems: Problems; onExecute(request: ExecutionRequest): void },
): FuzzPage {
  let state = initial;
  let isOpen = true;
  let outcomes = new Map<string, Promise<ExecutionOutcome>>();
  let writing: string | null = null;
  let changesFromOutside = 0;
  const executed = new Map<string, number>();
  const past = new Map<string, string[]>();

  const hash = () => hashJson({ notes: state.notes });
  function become(next: Notes): void {
    state = next;
    past.set(hash(), next.notes);
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

  async function carryOut({ executionId, tool, args, expectedStateHash }: ExecutionRequest) {
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
    deps.onExecute({ executionId, tool, args, timeoutMs: 0, expectedStateHash });
    const times = (executed.get(executionId) ?? 0) + 1;
    executed.set(executionId, times);
    if (times > 1) deps.problems.add(`${tool} was carried out ${times} times for one execution id`);
    const stateHashBefore = hash();
    become(applyCall(state, tool, String(args.text)));
    const result = { success: true, message: `${tool}: ${state.notes.join(' ')}` };
    return { result, stateHashBefore, stateHashAfter: hash() };
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
    async execute(request) {
      assertOpen();
      const earlier = outcomes.get(request.executionId);
      if (earlier !== undefined) return heard(earlier);
      const outcome = carryOut(request);
      outcomes.set(request.executionId, outcome);
      return heard(outcome);
    },
    apply(notes, expectedStateHash) {
      assertOpen();
      assertHash(expectedStateHash);
      changesFromOutside += 1;
      become({ ...state, notes: [...notes] });
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
    stateOf: (of) => past.get(of),
    changesFromOutside: () => changesFromOutside,
    timesExecuted: (executionId) => executed.get(executionId) ?? 0,
  };
}
