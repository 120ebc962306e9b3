import 'fake-indexeddb/auto';
import { dryRunners } from '@/src/adapters/background';
import { createDryRuns } from '@/src/background/page/dry-runners';
import { createPageReleases } from '@/src/background/page/page-releases';
import { createCheckpointStore } from '@/src/background/storage/checkpoint-store';
import { createDecisionSeals } from '@/src/background/storage/decision-seals';
import { createJournal } from '@/src/background/storage/journal';
import { createPageHistory } from '@/src/background/storage/page-history';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { createCheckpointManager } from '@/src/core/checkpoints/checkpoint-manager';
import type { RollbackStrategy } from '@/src/core/checkpoints/rollback-strategy';
import { StewardError } from '@/src/core/errors';
import type { AIRequest, AIStreamChunk } from '@/src/core/llm/ai-service';
import type { AgentLoop, LoopDeps } from '@/src/core/loop/agent-loop';
import { createAgentLoop } from '@/src/core/loop/create-agent-loop';
import { createPageObserver } from '@/src/core/page-history/page-observer';
import { createApprovalGate } from '@/src/core/policy/approval-gate';
import { createDelegatedTokens } from '@/src/core/policy/delegated-tokens';
import { createConsents } from '@/src/core/policy/user-consent';
import { createWriteTokens, type TokenChecker } from '@/src/core/policy/write-tokens';
import type { EventBus } from '@/src/core/ports/event-bus';
import type { PagePort } from '@/src/core/ports/page-port';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { LoopEvent } from '@/src/core/records/loop-event';
import { conversation } from '@/src/core/records/message';
import { hasEnded, isActive } from '@/src/core/records/transition';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';
import type { CallChoice } from '@/src/schema/approval';
import type { ChatSettings } from '@/src/schema/chat-settings';
import type { RequestableStatus, RunStatus } from '@/src/schema/run-status';
import type { ErrorCode } from '@/src/schema/values/error-code';
import { createDatabase } from '@/src/store/upgrades';
import { createMemoryLogger } from '../core/logging/memory-logger';
import { fuzzDryRunner } from '../fuzz/loop/fuzz-dry-runner';
import { answerAll } from './answer-approval-request';
import { guardedPage } from './guarded-page';
import { createManualTime } from './manual-time';
import { createNotesPage, notesAdapter } from './notes-adapter';
import { createRollback } from './reversals';
import { createScriptedEndpoint } from './scripted-endpoint';
import { createNumberedIds, createTickingClock } from './ticking-clock';

/** One response of the scripted model: its chunks, an error, or a function of the request. */
export type Turn =
  | AIStreamChunk[]
  | ((request: AIRequest, signal: AbortSignal) => AsyncIterable<AIStreamChunk> | AIStreamChunk[]);

/** A final answer. */
export function says(text: string): AIStreamChunk[] {
  return [
    { type: 'content', text },
    { type: 'finish', reason: 'stop' },
  ];
}

/** A response with calls. All calls have the same id on the wire, as with many servers. */
export function calls(...made: [name: string, args: unknown][]): AIStreamChunk[] {
  return [
    ...made.map(
      ([name, args], index): AIStreamChunk => ({
        type: 'tool-call-part',
        index,
        id: 'call_0',
        name,
        argumentsText: typeof args === 'string' ? args : JSON.stringify(args),
      }),
    ),
    { type: 'finish', reason: 'tool_calls' },
  ];
}

/** A response that never comes: it ends only when it is aborted. */
export const hangs: Turn = async function* (_request, signal) {
  await new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
};

/** A response that pauses after `before` until the test releases it, then sends `after`. */
export function heldBack(before: AIStreamChunk[], after: AIStreamChunk[]) {
  let release = () => {};
  let reach = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const turn: Turn = async function* (_request, signal) {
    yield* before;
    reach();
    await Promise.race([
      released,
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ]);
    yield* after;
  };
  return { turn, release, reached };
}

/** Replacements of the defaults: a plain notes page in a chat with plain settings. */
export interface HarnessOptions {
  settings?: Partial<ChatSettings>;
  /** In addition to those of the notes page. */
  tools?: ToolDefinition[];
  /** True if calls of the notes page have a dry run, so that their effect is known before they run. */
  hasDryRuns?: boolean;
  /** True for a notes page without a save: its adapter has no saving capability. */
  isWithoutSave?: boolean;
  /** Another adapter and its page. `link`: the page as dry runs read it, if its tools run in the background. */
  site?: { adapter: AdapterDefinition; guardedBy(tokens: TokenChecker): PagePort; link?: PagePort };
}

/** The controls of a chat that need nothing but the chat. */
type Control =
  | 'stop'
  | 'stopGracefully'
  | 'pause'
  | 'resume'
  | 'retry'
  | 'continueRun'
  | 'continueAnswer'
  | 'sendQueued'
  | 'noteSettings';

/** Arguments of a message after its text. */
type Written =
  Parameters<AgentLoop['sendUserMessage']> extends [string, string, ...infer More] ? More : never;

let databases = 0;

/**
 * The real loop with the real journal (on an in-memory IndexedDB), a notes page, and a model that follows a
 * script.
 */
export async function createLoopHarness(script: Turn[], options: HarnessOptions = {}) {
  databases += 1;
  const db = createDatabase(`loop-${databases}`);
  const notes = createNotesPage({ notes: ['milk'], published: ['milk'] }, () => clock.now());
  const events: LoopEvent[] = [];
  const sources: Parameters<EventBus['emit']>[0][] = [];
  const clock = createTickingClock(1_000);
  const idSource = createNumberedIds();

  const { ai, requests, endpoints, choice } = createScriptedEndpoint(script);
  const journal = createJournal(db, clock);
  const checkpointStore = createCheckpointStore(db);
  const checkpoints = createCheckpointManager({ store: checkpointStore, clock, ids: idSource });
  const { saving, ...withoutSave } = notesAdapter as unknown as AdapterDefinition;
  const plain =
    options.isWithoutSave !== true && saving !== undefined ? { ...withoutSave, saving } : withoutSave;
  const adapter = options.site?.adapter ?? {
    ...plain,
    tools: [...plain.tools, ...(options.tools ?? [])],
  };
  const tokens = createWriteTokens({ clock, ids: idSource });
  const consents = createConsents();
  const page = options.site?.guardedBy(tokens.checker) ?? guardedPage(notes.port, tokens.checker);
  const adapters = { definitionOf: () => adapter };
  const runners = options.hasDryRuns === true ? [fuzzDryRunner] : dryRunners;
  const dryRuns = createDryRuns({ page: options.site?.link ?? page, runners, adapters, ids: idSource });
  const observer = createPageObserver({ history: createPageHistory(db), adapters, clock });
  const gate = createApprovalGate({
    journal,
    page,
    observer,
    dryRuns,
    adapters,
    issuer: tokens.issuer,
    consents,
    seals: createDecisionSeals(db),
    clock,
    ids: idSource,
  });
  const time = createManualTime(clock);
  const log = createMemoryLogger('debug');
  const releases = createPageReleases({ wake: (id) => current().wakeWaiting(id), logger: log.logger });
  const deps: LoopDeps = {
    journal,
    page,
    pageLock: { lock: async () => undefined },
    gate,
    delegatedTokens: createDelegatedTokens(),
    observer,
    timer: time,
    random: () => 0,
    endpoints,
    ai,
    adapters,
    checkpoints,
    checkpointStore,
    logger: log.logger,
    events: {
      emit: (source, event) => {
        sources.push(source);
        events.push(event);
        releases.emit(source, event);
      },
    },
    clock,
    ids: idSource,
  };
  const chatId = 'chat';
  const { id: adapterId, title } = adapter;
  const chat = newChat({
    id: chatId,
    title,
    atMs: 0,
    binding: { adapterId, origin: `http://${adapterId}.test`, instanceId: 'i', title },
    settings: { ...newChatSettings(), ...options.settings },
    lastStateHash: null,
  });
  const first = await page.readContext(chat, new AbortController().signal);
  const { context, stateHash } = first;
  await db.chats.add({ ...chat, lastStateHash: stateHash });
  const { place: at } = await observer.observe(chat, first);
  await db.contexts.add({ chatId, context, at, own: null, atMs: 0, carried: [] });
  let made: AgentLoop | null = null;
  /** Created at its first use, so that a test can replace parts before. */
  function current(): AgentLoop {
    made ??= createAgentLoop(deps);
    return made;
  }
  const takeBack = createRollback({ ...deps, journal });
  /** Each with a user's consent, as the panel's commands have. */
  const rollback = {
    ...takeBack,
    perform: (id: string, checkpointId: string, stateHash: string, strategy: RollbackStrategy) =>
      takeBack.perform(id, checkpointId, stateHash, strategy, consents.give(id)),
    undo: (id: string, checkpointId: string, stateHash: string) =>
      takeBack.undo(id, checkpointId, stateHash, consents.give(id)),
  };

  async function record() {
    const loaded = await journal.load(chatId);
    const state = loaded.run === null ? 'no run' : stateInWords(loaded.run.status);
    return { ...loaded, conversation: conversation(loaded.messages), state };
  }

  /** Resolves when only timers are pending; the run may be over or may wait for the user. */
  async function settled() {
    // Twice, since a control that arrives during the last step is handled after it.
    for (let quiet = 0; quiet < 2; quiet += 1) {
      while (current().isBusy() && !time.isWaited()) await new Promise((resolve) => setTimeout(resolve, 1));
      await new Promise((resolve) => setTimeout(resolve));
    }
    return record();
  }

  async function pendingApproval() {
    const approval = (await db.approvals.toArray()).find((row) => row.state === 'pending');
    if (approval === undefined) throw new Error('no approval is pending');
    return approval;
  }

  /** The user answers the pending approval request on the preview that it shows. */
  async function decide(verdict: CallChoice['verdict'], note = '', more?: Parameters<typeof answerAll>[3]) {
    const approval = await pendingApproval();
    await current().decideApproval(
      approval.id,
      answerAll(approval, verdict, note, more),
      consents.give(approval.id),
    );
  }

  return {
    db,
    chatId,
    deps,
    /** The loop of the current worker. */
    get loop() {
      return current();
    },
    rollback,
    notes,
    requests,
    events,
    logged: log.entries,
    /** The source of each event. */
    sources,
    clock,
    time,
    /** The chosen model; null for none. */
    choice,
    record,
    /** Adds a chat about the same page, or about another instance if one is given. */
    async addChat(id: string, title: string, instanceId = 'i') {
      const binding = { adapterId, origin: `http://${adapterId}.test`, instanceId, title };
      const { settings } = chat;
      await db.chats.add(newChat({ id, title, atMs: 0, binding, settings, lastStateHash: stateHash }));
      await db.contexts.add({ chatId: id, context, at, own: null, atMs: 0, carried: [] });
    },
    settled,
    /** The worker dies, and a new one starts with the same database. Pending operations never resolve. */
    restart() {
      time.forget();
      made = createAgentLoop(deps);
      return made;
    },
    /** The user sends a message. Resolves when it is accepted. */
    write: (text: string, ...more: Written) => current().sendUserMessage(chatId, text, ...more),
    /** The user sends a message. Resolves with the record when the run waits or is over. */
    async send(text: string) {
      await current().sendUserMessage(chatId, text);
      return settled();
    },
    /** An event arrives. Resolves when it is accepted. */
    receive: (scope: string, text: string) => current().addSystemMessage(chatId, { scope, text }),
    /** The user chooses a control. Resolves with the record when the run waits or is over. */
    async control(control: Control) {
      await current()[control](chatId);
      return settled();
    },
    /** Queues a status for the unfinished run, or for the next one if there is none. */
    async queueStatus(status: RequestableStatus | null) {
      const { run } = await record();
      const runId = run === null || hasEnded(run.status) ? null : run.id;
      await current().queueStatus(chatId, runId, status);
    },
    /** Advances the clock, and runs what is due. */
    async pass(ms: number) {
      await settled();
      await time.pass(ms);
      return settled();
    },
    /** The roles of the conversation's messages, in order. */
    async roles() {
      return (await record()).conversation.map((entry) => entry.role);
    },
    /** Code and text of every result in the conversation, in order. */
    async results() {
      const { conversation: entries } = await record();
      return entries.flatMap((entry) =>
        entry.role === 'tool' ? [`${entry.result.error_code ?? 'ok'}: ${entry.result.message}`] : [],
      );
    },
    /** The run's states since its start, as reported by events. */
    states: () =>
      events.flatMap((event) => (event.type === 'status-changed' ? [stateInWords(event.status)] : [])),
    pendingApproval,
    decide,
    /** The same, with the record when the run waits again or is over. */
    async decided(...answer: Parameters<typeof decide>) {
      await decide(...answer);
      return settled();
    },
    consents,
    tokens,
    async checkpoints() {
      return db.checkpoints.orderBy('[chatId+sequence]').toArray();
    },
    async isIdle() {
      const { run } = await record();
      return run === null || !isActive(run.status);
    },
  };
}

export type LoopHarness = Awaited<ReturnType<typeof createLoopHarness>>;

/** A chat to which the user has sent a message, with its record when the run waits or is over. */
export async function userSends(text: string, script: Turn[], options: HarnessOptions = {}) {
  const h = await createLoopHarness(script, options);
  return { h, ...(await h.send(text)) };
}

/** A status in one or two words. */
export function stateInWords(status: RunStatus): string {
  if (status.state === 'waiting-for-system-input') return status.outcome ?? 'system';
  if (status.state === 'waiting-for-user-input') return `user (${status.reason})`;
  return status.state;
}

/** A failure of an endpoint. `retryAfterMs`: the wait that it requests. */
export function fails(code: ErrorCode, details: string | null = null, retryAfterMs?: number): Turn {
  const report = retryAfterMs === undefined ? null : { retryAfterMs };
  return () => {
    throw new StewardError(code, `The endpoint failed: ${code}.`, { remedy: 'Retry.', details, report });
  };
}
