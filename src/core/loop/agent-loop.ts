import { StewardError } from '../errors';
import { beginRun, contextText } from './begin-run';
import { sourceOf } from './change-status';
import { endFailed, endStopped, settleEarlierRun } from './end-run';
import type { LoopDeps } from './loop-deps';
import { currentRun } from './record-access';
import { takeStep } from './take-step';
import { isActive, transition } from './transition';

/** Times that a run is taken up again after the worker died (ledger conflict 36). */
const MAX_RESUMES = 3;

/** The controls of the loop. All reject with a StewardError and leave the record as it was when they do. */
export interface AgentLoop {
  /** Journals the message and starts its run; resolves once it is journaled. */
  sendUserMessage(chatId: string, text: string): Promise<{ runId: string }>;
  /** Drops what is streaming and what hasn't started; a call under way is awaited. Resolves when the run stands still. */
  stop(chatId: string): Promise<void>;
  /** After an error: goes on where the run failed. */
  retry(chatId: string): Promise<void>;
  /** After the bound of rounds, or a rollback into the middle of a run. */
  continueRun(chatId: string): Promise<void>;
  /** Stores the person's decision and goes on. Rejects with `approval-gone` if it was decided or withdrawn before. */
  decideApproval(approvalId: string, decision: 'approve' | 'reject', note: string): Promise<void>;
  /** The worker died and is back: takes the chat's run up again, or says where it stands. */
  takeUp(chatId: string, browserRestarted: boolean): Promise<void>;
  /** Whether anything is under way in this worker. */
  isBusy(): boolean;
}

/**
 * The loop: it reads the durable record, does the next step, writes what came of it, and starts over, until the run
 * concludes or has to wait. It holds nothing but what is under way, so a wait costs nothing and a death loses nothing.
 */
export function createAgentLoop(deps: LoopDeps): AgentLoop {
  const drives = new Map<string, { controller: AbortController; settled: Promise<void> }>();

  function launch(chatId: string): void {
    const controller = new AbortController();
    const settled = drive(deps, chatId, controller.signal).finally(() => {
      if (drives.get(chatId)?.controller === controller) drives.delete(chatId);
    });
    drives.set(chatId, { controller, settled });
  }

  function assertIdle(chatId: string): void {
    if (!drives.has(chatId)) return;
    throw new StewardError('busy', 'Steward is still working in this chat.', {
      remedy: 'Wait until it is done, or stop it.',
    });
  }

  return {
    async sendUserMessage(chatId, text) {
      assertIdle(chatId);
      const controller = new AbortController();
      const record = await settleEarlierRun(deps, await deps.journal.load(chatId));
      const run = await beginRun(deps, record, text, controller.signal);
      const source = sourceOf(run);
      deps.events.emit(source, { type: 'session-started' });
      deps.events.emit(source, { type: 'user-message-processed', messageId: run.userMessageId });
      launch(chatId);
      return { runId: run.id };
    },

    async stop(chatId) {
      const active = drives.get(chatId);
      if (active !== undefined) {
        active.controller.abort(
          new StewardError('aborted', 'Stopped.', { remedy: 'Send a message to go on.' }),
        );
        await active.settled;
        return;
      }
      const record = await deps.journal.load(chatId);
      if (record.run !== null && isActive(record.run.status)) await endStopped(deps, chatId);
    },

    async retry(chatId) {
      assertIdle(chatId);
      const run = currentRun(await deps.journal.load(chatId));
      await deps.journal.updateRun(run.id, {
        status: transition(run.status, { type: 'retried' }),
        attempt: run.attempt + 1,
        invalidCalls: 0,
        error: null,
        endedAtMs: null,
      });
      launch(chatId);
    },

    async continueRun(chatId) {
      assertIdle(chatId);
      const record = await deps.journal.load(chatId);
      const run = currentRun(record);
      const status = transition(run.status, { type: 'continued' });
      const reading = await deps.page.readContext(record.chat, new AbortController().signal);
      const rolledBack = run.status.state === 'waiting-for-user-input' && run.status.reason === 'rolled-back';
      const nonce = rolledBack ? deps.ids.newId() : run.nonce;
      await deps.journal.updateRun(run.id, {
        status,
        round: 0,
        attempt: run.attempt + 1,
        endedAtMs: null,
        // After a rollback the page is another one than this run began with.
        ...(rolledBack ? { nonce, contextText: contextText(deps, record, reading, nonce) } : {}),
      });
      launch(chatId);
    },

    async decideApproval(approvalId, decision, note) {
      const approval = await deps.journal.approvalById(approvalId);
      if (approval?.state !== 'pending') throw approvalGone();
      assertIdle(approval.chatId);
      const run = currentRun(await deps.journal.load(approval.chatId));
      if (run.id !== approval.runId) throw approvalGone();
      await deps.journal.decideApproval(
        approvalId,
        {
          state: decision === 'approve' ? 'approved' : 'rejected',
          note: note.trim(),
          decidedAtMs: deps.clock.now(),
        },
        { status: transition(run.status, { type: 'approval-decided' }) },
      );
      launch(approval.chatId);
    },

    async takeUp(chatId, browserRestarted) {
      if (drives.has(chatId)) return;
      const { run } = await deps.journal.load(chatId);
      if (run === null || !isActive(run.status) || run.status.state === 'waiting-for-approval') return;
      if (browserRestarted || run.resumes >= MAX_RESUMES) {
        await endFailed(deps, run, interrupted());
        return;
      }
      await deps.journal.updateRun(run.id, { resumes: run.resumes + 1, attempt: run.attempt + 1 });
      launch(chatId);
    },

    isBusy: () => drives.size > 0,
  };
}

/** Steps until the run waits or ends. Never rejects: what fails ends the run, visibly. */
async function drive(deps: LoopDeps, chatId: string, signal: AbortSignal): Promise<void> {
  try {
    while (await takeStep(deps, await deps.journal.load(chatId), signal));
  } catch (error) {
    try {
      if (signal.aborted) await endStopped(deps, chatId);
      else await endFailed(deps, currentRun(await deps.journal.load(chatId)), error);
    } catch (secondary) {
      // The journal itself failed: nobody can store it, so at least say it.
      console.error(`run of chat ${chatId} could not be ended`, error, secondary);
    }
  }
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
