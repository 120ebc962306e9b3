import type { AgentLoop } from '@/src/core/loop/agent-loop';
import type { QueuedStatus, RunCommandResults } from '@/src/messages/run-commands';
import type { RequestableStatus } from '@/src/schema/run-status';
import type { CommandHandlers } from './command-server';

/** The statuses of a run that the user's choices stand for. */
const STATUSES: Record<QueuedStatus, RequestableStatus> = {
  'wait-for-user': { state: 'waiting-for-user-input', reason: 'requested' },
  done: { state: 'done' },
};

/** The handlers of the commands that hold or end a run. `serially` is shared with the other commands of a chat. */
export function createRunHandlers(deps: {
  loop: Pick<AgentLoop, 'stop' | 'stopGracefully' | 'pause' | 'resume' | 'queueStatus' | 'requestStatus'>;
  serially: <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;
}): Pick<CommandHandlers, keyof RunCommandResults> {
  const { loop, serially } = deps;

  async function inChat(chatId: string, work: () => Promise<void>): Promise<null> {
    await serially(chatId, work);
    return null;
  }

  return {
    // Not in turn: it must not wait for a command of the chat that is in progress.
    stop: async ({ chatId }) => {
      await loop.stop(chatId);
      return null;
    },
    pause: ({ chatId }) => inChat(chatId, () => loop.pause(chatId)),
    resume: ({ chatId }) => inChat(chatId, () => loop.resume(chatId)),
    'stop-after-step': ({ chatId }) => inChat(chatId, () => loop.stopGracefully(chatId)),
    'queue-status': ({ chatId, runId, status }) =>
      inChat(chatId, () => loop.queueStatus(chatId, runId, status === null ? null : STATUSES[status])),
    'request-status': ({ chatId, status }) =>
      inChat(chatId, () => loop.requestStatus(chatId, STATUSES[status])),
  };
}
