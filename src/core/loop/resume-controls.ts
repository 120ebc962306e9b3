import { StewardError } from '../errors';
import type { AgentLoop } from './agent-loop';
import { changeStatus, sourceOf } from './change-status';
import { continueStopped } from './continue-run';
import { assertIdle, type ControlParts } from './control-parts';
import { startedExecution, storeProvided } from './delegated-calls';
import { endFailed } from './end-run';
import { notePage } from './note-page';
import { currentRun } from './record-access';
import { isWorking, transition } from './transition';

/** Times that a run is taken up again after the worker died (ledger conflict 36). */
const MAX_RESUMES = 3;

type ResumeControls = Pick<
  AgentLoop,
  'provideToolResult' | 'retry' | 'continueRun' | 'decideApproval' | 'notePage' | 'noteEndpoint' | 'takeUp'
>;

/** What lets a run go on that stands still. */
export function resumeControls({ deps, drives, inTurn }: ControlParts): ResumeControls {
  const { journal } = deps;

  return {
    async provideToolResult(executionId, result) {
      const { chatId } = await startedExecution(deps, executionId);
      await inTurn(chatId, async () => {
        await storeProvided(deps, executionId, result);
        drives.launch(chatId);
      });
    },

    retry: (chatId) =>
      inTurn(chatId, async () => {
        assertIdle(drives, chatId);
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
      inTurn(chatId, async () => {
        assertIdle(drives, chatId);
        await continueStopped(deps, await journal.load(chatId));
        drives.launch(chatId);
      }),

    async decideApproval(approvalId, decision, note) {
      const asked = await journal.approvalById(approvalId);
      if (asked === null) throw approvalGone();
      const { chatId } = asked;
      await inTurn(chatId, async () => {
        const approval = await journal.approvalById(approvalId);
        if (approval?.state !== 'pending') throw approvalGone();
        // The run waits, so there is no more under way than a last look.
        await drives.settled(chatId);
        const run = currentRun(await journal.load(chatId));
        if (run.id !== approval.runId) throw approvalGone();
        const status = transition(run.status, { type: 'approval-decided' });
        await journal.decideApproval(
          approvalId,
          {
            state: decision === 'approve' ? 'approved' : 'rejected',
            note: note.trim(),
            decidedAtMs: deps.clock.now(),
          },
          { status },
        );
        deps.events.emit(sourceOf(run), { type: 'status-changed', status });
        drives.launch(chatId);
      });
    },

    notePage: (chatId, note) =>
      inTurn(chatId, async () => {
        if (drives.isRunning(chatId) || (await notePage(deps, await journal.load(chatId), note)))
          drives.launch(chatId);
      }),

    noteEndpoint: (chatId) =>
      inTurn(chatId, async () => {
        const { run } = await journal.load(chatId);
        if (run?.status.state === 'waiting-for-endpoint') drives.launch(chatId);
      }),

    takeUp: (chatId, browserRestarted) =>
      inTurn(chatId, async () => {
        const { run } = await journal.load(chatId);
        if (drives.isRunning(chatId) || run === null) return;
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

function approvalGone(): StewardError {
  return new StewardError('approval-gone', 'This question is no longer open.', {
    remedy: 'Look at the conversation: it was answered, or the run was stopped.',
  });
}

function interrupted(): StewardError {
  return new StewardError('interrupted', 'The browser stopped Steward in the middle of this run.', {
    remedy: 'Retry goes on from the last step that was recorded; nothing is done twice.',
  });
}
