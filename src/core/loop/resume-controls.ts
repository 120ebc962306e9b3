import { settleRestore } from '../checkpoints/settle-restore';
import { StewardError } from '../errors';
import { currentRun } from '../records/record-access';
import { isLeaseWait, isWorking } from '../records/transition';
import type { AgentLoop } from './agent-loop';
import { approvalControls } from './approval-controls';
import { changeStatus } from './change-status';
import { continueStopped } from './continue-run';
import { assertIdle, type ControlParts } from './control-parts';
import { startedExecution, storeProvided } from './delegated-calls';
import { endFailed } from './end-run';
import { notePage } from './note-page';

/** Times that a run is taken up again after the worker died (ledger conflict 36). */
const MAX_RESUMES = 3;

type ResumeControls = Pick<
  AgentLoop,
  | 'provideToolResult'
  | 'retry'
  | 'continueRun'
  | 'previewApproval'
  | 'decideApproval'
  | 'notePage'
  | 'noteEndpoint'
  | 'wakeWaiting'
  | 'recover'
>;

/** What lets a run go on that stands still. */
export function resumeControls({ deps, drives, turns }: ControlParts): ResumeControls {
  const { journal } = deps;
  const { inTurn } = turns;

  return {
    async provideToolResult(executionId, result) {
      const { chatId } = await startedExecution(deps, executionId);
      await inTurn(chatId, async () => {
        await storeProvided(deps, executionId, result);
        drives.launch(chatId);
      });
    },

    retry: (chatId) =>
      inTurn(chatId, async (signal) => {
        assertIdle(drives, chatId);
        await settleRestore(deps, chatId, signal);
        const run = currentRun(await journal.load(chatId));
        await changeStatus(
          deps,
          run,
          { type: 'retried' },
          { attempt: run.attempt + 1, invalidCalls: 0, missedToolCalls: 0, error: null },
        );
        drives.launch(chatId);
      }),

    continueRun: (chatId) =>
      inTurn(chatId, async (signal) => {
        assertIdle(drives, chatId);
        await settleRestore(deps, chatId, signal);
        await continueStopped(deps, await journal.load(chatId), signal);
        drives.launch(chatId);
      }),

    ...approvalControls({ deps, drives, turns }),

    notePage: (chatId, note) =>
      inTurn(chatId, async (signal) => {
        if (drives.isRunning(chatId) || (await notePage(deps, await journal.load(chatId), note, signal)))
          drives.launch(chatId);
      }),

    noteEndpoint: (chatId) =>
      inTurn(chatId, async () => {
        const { run } = await journal.load(chatId);
        if (run?.status.state === 'waiting-for-endpoint') drives.launch(chatId);
      }),

    async wakeWaiting(chatId) {
      const waiting = await journal.waitingForPage(chatId);
      await Promise.all(
        waiting.map((waitingId) =>
          inTurn(waitingId, async () => {
            const { run } = await journal.load(waitingId);
            if (run !== null && isLeaseWait(run.status)) drives.launch(waitingId);
          }),
        ),
      );
    },

    recover: (chatId, browserRestarted) =>
      inTurn(chatId, async (signal) => {
        if (drives.isRunning(chatId)) return;
        await settleRestore(deps, chatId, signal);
        const { run } = await journal.load(chatId);
        if (run === null) return;
        if (isWorking(run.status)) {
          if (browserRestarted || run.resumes >= MAX_RESUMES) {
            await endFailed(deps, run, interrupted());
            return;
          }
          const changes = { resumes: run.resumes + 1, attempt: run.attempt + 1 };
          await changeStatus(deps, run, { type: 'restarted' }, changes);
        }
        // A wait that has a bound is armed again.
        drives.launch(chatId);
      }),
  };
}

function interrupted(): StewardError {
  return new StewardError('interrupted', 'The browser stopped Steward in the middle of this run.', {
    remedy: 'Retry goes on from the last step that was recorded; nothing is done twice.',
  });
}
