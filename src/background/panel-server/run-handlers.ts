import type { QueuedStatus, RunAction } from '@/src/messages/run-commands';
import type { RequestableStatus } from '@/src/schema/run-status';
import type { CommandContext, CommandHandlers } from './command-context';

const CONTROLS: Record<RunAction, (loop: CommandContext['loop'], chatId: string) => Promise<void>> = {
  stop: (loop, chatId) => loop.stop(chatId),
  'stop-after-step': (loop, chatId) => loop.stopGracefully(chatId),
  pause: (loop, chatId) => loop.pause(chatId),
  resume: (loop, chatId) => loop.resume(chatId),
  retry: (loop, chatId) => loop.retry(chatId),
  'continue-answer': (loop, chatId) => loop.continueAnswer(chatId),
  continue: (loop, chatId) => loop.continueRun(chatId),
  'end-task': (loop, chatId) => loop.requestStatus(chatId, { state: 'done' }),
};

/** The status of a run that each choice of the user requests. */
const STATUSES: Record<QueuedStatus, RequestableStatus> = {
  'wait-for-user': { state: 'waiting-for-user-input', reason: 'requested' },
  done: { state: 'done' },
};

/** The user's message in the conversation when they save the page with a button. */
const SAVE_WORDS = 'Save the changes on the page.';

export const runHandlers = {
  'control-run': ({ chatId, action }, { loop }) => CONTROLS[action](loop, chatId),
  'queue-status': ({ chatId, runId, status }, { loop }) =>
    loop.queueStatus(chatId, runId, status === null ? null : STATUSES[status]),
  'save-page': async ({ chatId }, { loop, journal, adapters }) => {
    const { saveToolOf } = await import('./late-functions');
    const tool = await saveToolOf({ journal, adapters: await adapters() }, chatId);
    return loop.proposeCall(chatId, SAVE_WORDS, tool);
  },
  'preview-approval': ({ approvalId, choices }, { loop }) => loop.previewApproval(approvalId, choices),
  'decide-approval': ({ approvalId, digest, choices, allowTools }, { loop }, consent) =>
    loop.decideApproval(approvalId, { digest, choices, allowTools }, consent),
} satisfies Partial<CommandHandlers>;
