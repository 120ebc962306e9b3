import type { AssistantMessage } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import type { RunStatus, UserInputReason } from '@/src/schema/run-status';
import { adapterFor } from '../adapter/adapter-of-chat';
import { asksAgain } from '../checkpoints/revision';
import { settleRestore } from '../checkpoints/settle-restore';
import { textError } from '../errors';
import { accountingRow } from '../history/accounting-row';
import { nextStep } from '../history/next-step';
import { continuedAnswer, partialAnswerOf } from '../history/partial-answer';
import { readAndComparePage } from '../page-history/compare-page';
import { unreportedChanges } from '../page-history/unreported-changes';
import { conversation } from '../records/message';
import { type ChatRecord, currentRun, nextPosition } from '../records/record-access';
import { hasEnded, isAnswerWait, isLeaseWait, isWorking, transition } from '../records/transition';
import { addStewardEvent, resetCounts } from './accept-input';
import { type ControlParts, prepareWork, settleBefore } from './active-runs';
import type { AgentLoop, LoopDeps } from './agent-loop';
import { approvalControls } from './approval-controls';
import { changeStatusWith, sourceOf } from './change-status';
import { startedExecution, storeProvided } from './delegated-calls';
import { endFailed } from './end-run';
import { renewPage } from './renew-page';
import { eventMessage } from './run-messages';
import { notePage } from './wait-for-page';

/**
 * Number of worker restarts after which a run still continues. Limited because the run itself may crash the worker.
 */
const MAX_RESUMES = 3;

type ResumeControls = Pick<
  AgentLoop,
  | 'provideToolResult'
  | 'retry'
  | 'continueAnswer'
  | 'continueRun'
  | 'previewApproval'
  | 'decideApproval'
  | 'notePage'
  | 'noteSettings'
  | 'wakeWaiting'
  | 'recover'
>;

/** Controls that continue a run. */
export function resumeControls(parts: ControlParts): ResumeControls & {
  /** Lets the runs of these chats check for an answer if they still wait for one. */
  wakeForAnswer(chatIds: readonly string[]): Promise<void>;
} {
  const { deps, activeRuns, turns } = parts;
  const { journal } = deps;
  const { inTurn } = turns;

  /** Continues the runs of these chats that still wait. */
  async function wake(chatIds: readonly string[], isWaiting: (status: RunStatus) => boolean): Promise<void> {
    await Promise.all(
      chatIds.map((chatId) =>
        inTurn(chatId, async () => {
          const { run } = await journal.load(chatId);
          if (run !== null && isWaiting(run.status)) activeRuns.launch(chatId);
        }),
      ),
    );
  }

  /** Continues an idle run at the user's request, after `change` has updated its record. */
  function resume(
    chatId: string,
    change: (record: ChatRecord, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    return inTurn(chatId, async (signal) => {
      await prepareWork(parts, chatId, signal);
      await change(await journal.load(chatId), signal);
      activeRuns.launch(chatId);
    });
  }

  async function recover(chatId: string, browserRestarted: boolean, signal: AbortSignal): Promise<void> {
    await settleRestore(deps, chatId, signal);
    const { chat, run } = await journal.load(chatId);
    if (run === null) return;
    // The worker ended after the run that leads this one, and before it could stop this one.
    if (chat.memberOf !== undefined && !hasEnded(run.status)) {
      const leading = (await journal.load(chat.memberOf)).run;
      if (leading === null || hasEnded(leading.status))
        await journal.updateRun(run.id, { control: 'stop' }, {});
    }
    // The chats of its sites work, or wait for the user, and are recovered by themselves.
    const waitsForSites = chat.targets !== undefined && run.status.state === 'waiting-for-tools';
    if (isWorking(run.status) && !waitsForSites) {
      if (browserRestarted || run.resumes >= MAX_RESUMES) {
        await endFailed(deps, run, textError('interrupted', 'error.loop.interrupted'));
        return;
      }
      const changes = { resumes: run.resumes + 1, attempt: run.attempt + 1 };
      await changeStatusWith(deps, run, { type: 'restarted' }, changes, {});
    }
    // Also starts the timer of a wait again.
    activeRuns.launch(chatId);
  }

  return {
    async provideToolResult(executionId, result, page) {
      const { chatId } = await startedExecution(deps, executionId);
      await inTurn(chatId, async () => {
        await storeProvided(deps, executionId, result, page);
        activeRuns.launch(chatId);
      });
    },

    retry: (chatId) => resume(chatId, (record) => retryFailed(deps, record, addRetryRow)),
    continueAnswer: (chatId) => resume(chatId, (record) => retryFailed(deps, record, continuePartial)),
    continueRun: (chatId) => resume(chatId, (record, signal) => continueStopped(deps, record, signal)),

    ...approvalControls(parts),

    notePage: (chatId, note) =>
      inTurn(chatId, async (signal) => {
        await settleBefore(parts, chatId, signal);
        if (activeRuns.isRunning(chatId) || (await notePage(deps, await journal.load(chatId), note, signal)))
          activeRuns.launch(chatId);
      }),

    noteSettings: (chatId) =>
      wake([chatId], (status) => status.state === 'waiting-for-endpoint' || isLeaseWait(status)),

    wakeWaiting: async (chatId) => wake(await journal.waitingForPage(chatId), isLeaseWait),
    wakeForAnswer: (chatIds) => wake(chatIds, isAnswerWait),

    recover: (chatId, browserRestarted) =>
      inTurn(chatId, async (signal) => {
        if (activeRuns.isRunning(chatId)) return;
        try {
          await recover(chatId, browserRestarted, signal);
        } catch (error) {
          await activeRuns.fail(chatId, 'A run can’t be recovered.', error);
          throw error;
        }
      }),
  };
}

/** Makes a failed run send its request again. `prepare` first adds messages to the record. */
async function retryFailed(
  deps: LoopDeps,
  record: ChatRecord,
  prepare: (deps: LoopDeps, record: ChatRecord) => Promise<void>,
): Promise<void> {
  const run = currentRun(record);
  // Throws before anything is stored if the run can't be retried.
  transition(run.status, { type: 'retried' });
  await prepare(deps, record);
  await changeStatusWith(
    deps,
    run,
    { type: 'retried' },
    { attempt: run.attempt + 1, invalidCalls: 0, missedToolCalls: 0, error: null },
    {},
  );
}

/**
 * Turns the partial answer into an answer at the end of the conversation, and adds an event that asks the model to continue it. At its
 * old place, a summary that was accepted since would leave it out.
 */
async function continuePartial(deps: LoopDeps, record: ChatRecord): Promise<void> {
  const run = currentRun(record);
  const partial = partialAnswerOf(record.messages, run.id);
  if (partial === null) {
    throw textError('not-found', 'error.loop.noPart');
  }
  const position = nextPosition(record.messages);
  const place = { run, position: position + 1 };
  const event = eventMessage(deps, place, { scope: 'steward', text: BROKEN_OFF }, null);
  await deps.journal.continuePartialAnswer({ message: continuedAnswer(partial, position), event });
  deps.events.emit(sourceOf(run), { type: 'input-accepted', messageIds: [event.id] });
}

const BROKEN_OFF = 'Your answer broke off. Go on exactly where it stopped, and repeat nothing.';

/**
 * Adds an accounting row if the failed request may have used tokens, since its answer was dropped. A request that
 * the endpoint refused used none, and gets no row.
 */
async function addRetryRow(deps: LoopDeps, { chat, messages }: ChatRecord): Promise<void> {
  const counted = messages.findLast(({ role }) => role === 'accounting')?.position ?? -1;
  const later = await deps.journal.usageFrom(chat.id, counted + 1);
  // A partial answer is not counted as stored, since the next answer replaces it.
  const stored = new Set(messages.flatMap(({ id, role }) => (role === 'partial-answer' ? [] : [id])));
  if (later.every(({ messageId }) => stored.has(messageId))) return;
  const row = {
    chatId: chat.id,
    position: nextPosition(messages),
    createdAtMs: deps.clock.now(),
    reason: 'Retry after error',
    discardedMessages: 0,
  } as const;
  await deps.journal.addAccounting(accountingRow(deps, row));
}

/**
 * Continues a run at the user's request: its rounds count from 0, the loop detector ignores earlier calls, and after a
 * rollback its requests show the page's present state instead of the one at its start.
 */
async function continueStopped(deps: LoopDeps, record: ChatRecord, signal: AbortSignal): Promise<void> {
  const run = currentRun(record);
  // Throws before the page is read if the run can't be continued.
  transition(run.status, { type: 'continued' });
  const isAfter = (reason: UserInputReason) =>
    run.status.state === 'waiting-for-user-input' && run.status.reason === reason;
  const changes: Partial<Run> = { attempt: run.attempt + 1, ...resetCounts(record) };
  if (isAfter('rolled-back')) {
    // Input that was queued before the rollback may not fit the conversation any longer.
    await deps.journal.moveQueuedToUnsent(run.chatId);
    const shown = isRetry(record) ? {} : await renewRolledBack(deps, record, run, signal);
    // The rollback has set the counted calls aside.
    Object.assign(changes, { invalidCalls: 0, missedToolCalls: 0, ...shown });
  }
  if (isAfter('cut-off')) {
    // Only if the answer is still the last step: after an event for the model, the next step is a request anyway.
    const next = nextStep(conversation(record.messages), run.id);
    if (next.kind === 'conclude') await addStewardEvent(deps, record, cutOffText(next.response));
  }
  await changeStatusWith(deps, run, { type: 'continued' }, changes, {});
}

/** True if the run was last rolled back to send its last request again. */
function isRetry({ messages }: ChatRecord): boolean {
  const row = messages.findLast(({ role }) => role === 'rollback');
  if (row?.role !== 'rollback' || row.kind !== 'retry') return false;
  return asksAgain(messages.filter(({ discardedBy }) => discardedBy === row.id));
}

/** Shows the page as the rollback left it, with the changes since the run's opening message. */
async function renewRolledBack(
  deps: LoopDeps,
  record: ChatRecord,
  run: Run,
  signal: AbortSignal,
): Promise<Pick<Run, 'nonce'>> {
  const { chat } = record;
  const found = await readAndComparePage(deps, chat, signal);
  const changes = unreportedChanges(adapterFor(chat, deps.adapters), chat, found);
  return renewPage(deps, record, run, found, { text: ROLLED_BACK, changes }, signal);
}

const ROLLED_BACK = 'The user took this conversation back to this point.';

function cutOffText({ content }: AssistantMessage): string {
  return content.trim() === ''
    ? 'Your answer reached its length limit before it had any text. Answer again, with less reasoning.'
    : 'Your answer was cut off at its length limit. Go on exactly where it stopped.';
}
