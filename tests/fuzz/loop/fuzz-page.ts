import { isDeepStrictEqual } from 'node:util';
import { StewardError, toErrorInfo } from '@/src/core/errors';
import type {
  ExecutionRequest,
  PageReading,
  QueryRequest,
  RecalledExecution,
  StateRequest,
} from '@/src/core/ports/page-port';
import type { ExecutionOutcome, PageLook } from '@/src/core/records/execution-outcome';
import { pageGone } from '@/src/core/shared-errors';
import { type Reply, unwrapReply } from '@/src/messages/reply';
import { createExecutionMemory, type ExecutionMemory } from '@/src/page-host/half-host';
import type { JsonObject } from '@/src/schema/values/json';
import { applyCall, failureOf, type Notes, successOf } from './fuzz-adapter';
import type { PageFaults } from './page-faults';
import type { Problems } from './problems';
import type { StepScheduler } from './step-scheduler';
import { type Cause, stateHashOf, type TrueHistory } from './true-history';

/** A call right before the page carries it out. */
export interface Started {
  chatId: string;
  executionId: string;
  tool: string;
  args: JsonObject;
  /** The page's notes at that moment. */
  notes: readonly string[];
}

/** Facts about the arrival of a request to change the page. */
export interface Delivery {
  /** It arrived too late: the page must refuse it. */
  isTooLate: boolean;
  /** True while its answer is awaited. */
  isAwaited(): boolean;
  /** It takes effect only once the page has recovered. */
  isSlow: boolean;
}

/** The notes page, as the worker reaches it. Its operations take several steps, and continue if the worker dies. */
export interface FuzzPage {
  /** `askedAtMs`: when the reading was requested. */
  read(askedAtMs: number): PageReading;
  /** True if the page is as in this reading. */
  isAsIn(reading: PageReading): boolean;
  query(chatId: string, request: QueryRequest): Promise<ExecutionOutcome>;
  execute(chatId: string, request: ExecutionRequest, delivery: Delivery): Promise<ExecutionOutcome>;
  apply(chatId: string, request: StateRequest, delivery: Delivery): Promise<{ stateHash: string }>;
  recall(executionId: string): RecalledExecution;
  /** The user sets the notes. */
  edit(notes: string[]): void;
  /** Makes the page unreachable. Operations under way continue. */
  close(): void;
  open(): void;
  /** Loads a new document: it shows the saved notes, drops operations under way, and remembers no execution. */
  reload(): void;
  /** The page changes its stock by itself; no call can do that. */
  refresh(): void;
  isOpen(): boolean;
  /** Changes with each reload. */
  documentName(): string;
  state(): Notes;
  hash(): string;
  /** Number of times that a call was carried out. */
  timesExecuted(executionId: string): number;
  /** The page's hash before and after a call that was carried out; null if none was. */
  hashesOf(executionId: string): [before: string, after: string] | null;
}

/** One load of the page, with its memory of executions. */
interface PageDocument {
  name: string;
  memory: ExecutionMemory;
}

/** `onExecute` is called with each call right before it is carried out. */
export function createFuzzPage(deps: {
  history: TrueHistory;
  steps: StepScheduler;
  faults: PageFaults;
  problems: Problems;
  onExecute(call: Started): void;
}): FuzzPage {
  const { history, faults } = deps;
  const state = history.now;
  const hash = () => stateHashOf(state());
  let isOpen = true;
  let loads = 0;
  let looks = 0;
  let document = newDocument();
  /** By chat: its change under way. */
  const writing = new Map<string, { name: string; isAwaited(): boolean }>();
  const executed = new Map<string, number>();
  const hashes = new Map<string, [string, string]>();

  function newDocument(): PageDocument {
    loads += 1;
    return { name: `document ${loads}`, memory: createExecutionMemory() };
  }

  function look(): PageLook {
    looks += 1;
    return { document: document.name, order: looks };
  }

  function assertOpen(): void {
    if (!isOpen) throw pageGone('It is closed.');
  }

  /**
   * Runs work in the current document once per execution id. Later requests with the same id get the first one's reply.
   */
  async function once(
    executionId: string,
    work: (assertLoaded: () => void) => Promise<ExecutionOutcome>,
  ): Promise<ExecutionOutcome> {
    assertOpen();
    const asked = document;
    const assertLoaded = () => {
      if (asked !== document) throw pageGone('It was loaded again.');
    };
    const reply = await asked.memory.runOnce(executionId, () =>
      work(assertLoaded).then(
        (value): Reply<ExecutionOutcome> => ({ ok: true, value }),
        (error: unknown): Reply<ExecutionOutcome> => ({ ok: false, error: toErrorInfo(error) }),
      ),
    );
    assertLoaded();
    assertOpen();
    return unwrapReply(reply);
  }

  async function change(
    { executionId, token }: ExecutionRequest | StateRequest,
    { isTooLate, isSlow, isAwaited }: Delivery,
    name: string,
    chatId: string,
    make: () => ExecutionOutcome,
  ): Promise<ExecutionOutcome> {
    return once(executionId, async (assertLoaded) => {
      if (isTooLate) throw tooLate();
      const other = writing.get(chatId);
      if (other?.isAwaited()) deps.problems.add(`${name} ran while ${other.name} was running`);
      writing.set(chatId, { name, isAwaited });
      if (isSlow) await faults.recovered();
      await deps.steps.awaitTurn(`page: ${name}`);
      assertLoaded();
      writing.delete(chatId);
      if (token.expected.document !== document.name || token.expected.stateHash !== hash()) {
        throw new StewardError('page-changed', 'The page was changed.', { remedy: 'Look again.' });
      }
      return make();
    });
  }

  function carryOut(chatId: string, { executionId, tool, args }: QueryRequest, cause: Cause | null) {
    deps.onExecute({ chatId, executionId, tool, args, notes: state().notes });
    const times = (executed.get(executionId) ?? 0) + 1;
    executed.set(executionId, times);
    if (times > 1) deps.problems.add(`${tool} was carried out ${times} times for one execution id`);
    const stateHashBefore = hash();
    const failure = failureOf(state(), tool, args);
    if (cause !== null) history.note(cause, applyCall(state(), tool, args));
    hashes.set(executionId, [stateHashBefore, hash()]);
    const result = failure ?? successOf(state(), tool, args);
    return { result, stateHashBefore, stateHashAfter: hash(), ...look() };
  }

  return {
    isAsIn: ({ context, source }) => source.document === document.name && isDeepStrictEqual(context, state()),
    read(askedAtMs) {
      assertOpen();
      history.noteReading();
      const context = structuredClone(state()) as unknown as PageReading['context'];
      // A load takes time, so two documents are never asked in the same millisecond.
      const source = { page: 'tab:1', ...look(), askedAtMs: askedAtMs + loads };
      return { context, stateHash: hash(), source };
    },
    query: (chatId, request) =>
      once(request.executionId, async (assertLoaded) => {
        await deps.steps.awaitTurn(`page: ${request.tool}`);
        assertLoaded();
        return carryOut(chatId, request, null);
      }),
    execute(chatId, request, delivery) {
      const cause = { kind: 'execution' as const, chatId, executionId: request.executionId };
      return change(request, delivery, request.tool, chatId, () => carryOut(chatId, request, cause));
    },
    async apply(chatId, request, delivery) {
      const { stateHashAfter } = await change(request, delivery, 'apply state', chatId, () => {
        const stateHashBefore = hash();
        const { notes } = request.state as unknown as Pick<Notes, 'notes'>;
        history.note({ kind: 'restore', chatId }, { ...state(), notes: [...notes] });
        const result = { success: true, message: 'Restored.' };
        return { result, stateHashBefore, stateHashAfter: hash(), ...look() };
      });
      return { stateHash: stateHashAfter };
    },
    recall(executionId) {
      assertOpen();
      return document.memory.recall(executionId);
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
      document = newDocument();
      writing.clear();
      const { published } = state();
      history.note({ kind: 'reload' }, { ...state(), notes: published });
    },
    refresh() {
      history.note({ kind: 'refresh' }, { ...state(), stock: state().stock + 1 });
    },
    isOpen: () => isOpen,
    documentName: () => document.name,
    state,
    hash,
    timesExecuted: (executionId) => executed.get(executionId) ?? 0,
    hashesOf: (executionId) => hashes.get(executionId) ?? null,
  };
}

function tooLate(): StewardError {
  return new StewardError('aborted', 'The page got this change too late.', { remedy: 'Make it again.' });
}
