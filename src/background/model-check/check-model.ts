import { modelFilterCalls } from '@/src/adapters/model-filter/calls';
import { modelFilter } from '@/src/adapters/model-filter/definition';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { createAdapterRegistry } from '@/src/core/adapter/adapter-port';
import { createCheckpointManager } from '@/src/core/checkpoints/checkpoint-manager';
import { spokenText } from '@/src/core/history/spoken-text';
import type { AIService } from '@/src/core/llm/ai-service';
import type { EndpointPort } from '@/src/core/llm/endpoint-port';
import { LONG_WAIT_MS } from '@/src/core/llm/retry-after';
import type { Logger } from '@/src/core/logging/log-entry';
import { createAgentLoop } from '@/src/core/loop/create-agent-loop';
import { createPageObserver } from '@/src/core/page-history/page-observer';
import { createApprovalGate } from '@/src/core/policy/approval-gate';
import { createDelegatedTokens } from '@/src/core/policy/delegated-tokens';
import { createConsents } from '@/src/core/policy/user-consent';
import { createWriteTokens } from '@/src/core/policy/write-tokens';
import type { Clock, IdSource, Timer } from '@/src/core/ports/clock';
import { bareToolName } from '@/src/core/records/bare-tool-name';
import { newChat, newChatSettings } from '@/src/core/records/chat';
import type { LoopEvent } from '@/src/core/records/loop-event';
import { isWorking } from '@/src/core/records/transition';
import type { ErrorInfo } from '@/src/schema/error-info';
import type { Message } from '@/src/schema/message';
import type { TokenCounts } from '@/src/schema/usage';
import type { ErrorCode } from '@/src/schema/values/error-code';
import type { ModelTask } from '@/src/schema/values/model-tasks';
import type { ModelTarget } from '@/src/store/chat-usage';
import type { StewardDatabase } from '@/src/store/db';
import { createDryRuns } from '../page/dry-runners';
import { withToolRunners } from '../page/with-tool-runners';
import { createCheckpointStore } from '../storage/checkpoint-store';
import { createDecisionSeals } from '../storage/decision-seals';
import { createJournal } from '../storage/journal';
import { createPageHistory } from '../storage/page-history';
import { createSamplePage, SAMPLE_ORIGIN } from './sample-page';
import { MODEL_TASKS, type TaskEnd } from './tasks';

/** Most responses of a task. A capable model needs at most three. */
const ROUNDS = 6;

/** Error codes that count as a failed task. Any other error, such as a rate limit, ends the check. */
const FAULTS_OF_MODEL: readonly ErrorCode[] = [
  'answer-unclear',
  'answer-unusable',
  'call-as-text',
  'invalid-calls',
  'protocol',
  'tool-call-required',
];

/** One task's outcome. */
export interface TaskOutcome {
  task: ModelTask;
  isPassed: boolean;
  /** The error that ended the task, and the check with it; null if none did. */
  error: ErrorInfo | null;
  /** Time until the first piece of each response, in milliseconds. */
  firstPieceMs: number[];
  /** Counts of each request; null for one that the endpoint didn't count. */
  counts: (TokenCounts | null)[];
}

interface CheckDeps {
  ai: AIService;
  endpoints: EndpointPort;
  logger: Logger;
  clock: Clock;
  timer: Timer;
  ids: IdSource;
}

/**
 * Runs the tasks of the model check one after the other: in the same loop as a chat, with the whole model-filter adapter on a page in
 * memory. Stops after the first task that an error or the signal ended; the outcome of that task says nothing about the model.
 *
 * @param db an empty database for the chats of the check
 */
export async function* checkModel(
  deps: CheckDeps,
  db: StewardDatabase,
  target: ModelTarget,
  signal: AbortSignal,
): AsyncGenerator<TaskOutcome> {
  for (const task of MODEL_TASKS) {
    if (signal.aborted) return;
    const outcome = await runTask(deps, db, target, task, signal);
    yield outcome;
    if (outcome.error !== null) return;
  }
}

async function runTask(
  deps: CheckDeps,
  db: StewardDatabase,
  target: ModelTarget,
  task: (typeof MODEL_TASKS)[number],
  signal: AbortSignal,
): Promise<TaskOutcome> {
  const { clock, ids } = deps;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  signal.addEventListener('abort', end, { once: true });
  const page = createSamplePage(task.name, task.failures ?? 0);
  const adapter = modelFilter as unknown as AdapterDefinition;
  const adapters = createAdapterRegistry([adapter]);
  const chat = newChat({
    id: ids.newId(),
    title: task.name,
    atMs: clock.now(),
    binding: { adapterId: adapter.id, origin: SAMPLE_ORIGIN, instanceId: task.name, title: adapter.title },
    settings: {
      ...newChatSettings(),
      ...target,
      generatesTitle: false,
      roundsPerRun: ROUNDS,
      // The user isn't asked: the page is in memory.
      permissions: { save_changes: 'allow', discard_changes: 'allow' },
      ...task.settings,
    },
    lastStateHash: null,
  });
  const reading = await page.readContext(chat);
  const journal = createJournal(db, clock);
  const observer = createPageObserver({ history: createPageHistory(db), adapters, clock });
  const { place: at } = await observer.observe(chat, reading);
  await db.chats.add({ ...chat, lastStateHash: reading.stateHash });
  await db.contexts.add({ chatId: chat.id, context: reading.context, at, own: null, atMs: 0, carried: [] });

  const firstPieceMs: number[] = [];
  let sentAtMs: number | null = null;
  let longWait = null as ErrorInfo | null;
  function note(event: LoopEvent): void {
    // A queued request is sent later than it is started.
    if (event.type === 'response-started' || event.type === 'request-sent') sentAtMs = clock.now();
    if (sentAtMs !== null && ['chunk-received', 'tool-call-part-received'].includes(event.type)) {
      firstPieceMs.push(clock.now() - sentAtMs);
      sentAtMs = null;
    }
    if (event.type === 'retry-scheduled' && event.delayMs >= LONG_WAIT_MS) {
      // The user waits for the check, and sees nothing of such a wait.
      longWait = event.error;
      end();
    }
    // The run ended, or waits for the user, whom a check never asks.
    if (event.type === 'status-changed' && !isWorking(event.status)) end();
  }
  const checkpointStore = createCheckpointStore(db);
  const parts = { ...deps, journal, observer, adapters };
  const loop = createAgentLoop({
    ...parts,
    page: withToolRunners(page, [modelFilterCalls.tools], adapters),
    pageLock: { lock: async () => undefined },
    gate: createApprovalGate({
      ...parts,
      page,
      dryRuns: createDryRuns({ ...parts, page, runners: [modelFilterCalls.dryRun] }),
      issuer: createWriteTokens(deps).issuer,
      consents: createConsents(),
      seals: createDecisionSeals(db),
    }),
    delegatedTokens: createDelegatedTokens(),
    checkpoints: createCheckpointManager({ ...parts, store: checkpointStore }),
    checkpointStore,
    events: { emit: (_source, event) => note(event) },
    random: () => 0,
  });
  await loop.sendUserMessage(chat.id, task.request);
  await ended;
  // Ends a run that waits, or that the signal is to end.
  await loop.stop(chat.id);
  const { run, messages } = await journal.load(chat.id);
  const usage = await journal.usageFrom(chat.id, 0);
  const error = longWait ?? run?.error ?? null;
  const isFault = error !== null && FAULTS_OF_MODEL.includes(error.code);
  return {
    task: task.name,
    isPassed: error === null ? task.isPassed({ state: page.state(), ...saidIn(messages) }) : false,
    error: isFault ? null : error,
    firstPieceMs,
    counts: usage.map(({ counts }) => counts),
  };
}

/** The tools that the model called, and its last text. */
function saidIn(messages: readonly Message[]): Pick<TaskEnd, 'called' | 'answer'> {
  const answers = messages.filter((message) => message.role === 'assistant');
  const last = answers.at(-1);
  return {
    called: answers.flatMap(({ toolCalls }) => toolCalls.map(({ name }) => bareToolName(name))),
    answer:
      last === undefined ? '' : [last.content ?? '', ...last.toolCalls.map(spokenText)].join(' ').trim(),
  };
}
