import type { AgentLoop } from '@/src/core/loop/agent-loop';
import type { SetAsideCommandResults } from '@/src/messages/set-aside-commands';
import type { SetAsideStore } from '../storage/set-aside-store';
import type { CommandHandlers } from './command-server';

/** Runs tasks with the same key one after the other. */
type Serially = <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;

/**
 * The handlers of the commands for unsent messages. `serially` is shared with the other commands of a chat, and of its composer's
 * text: a text that the panel sends after one of these commands has what the command added, so it's stored after it.
 */
export function createSetAsideHandlers(deps: {
  loop: Pick<AgentLoop, 'takeBackMessage'>;
  setAside: SetAsideStore;
  serially: Serially;
}): Pick<CommandHandlers, keyof SetAsideCommandResults> {
  const { setAside, serially } = deps;

  async function inChat(chatId: string, work: () => Promise<void>): Promise<null> {
    await serially(chatId, work);
    return null;
  }

  function inComposer(chatId: string, work: () => Promise<void>): Promise<null> {
    return serially(`text:${chatId}`, () => inChat(chatId, work));
  }

  return {
    'take-back-message': ({ chatId, queuedAtMs }) =>
      inComposer(chatId, () => deps.loop.takeBackMessage(chatId, queuedAtMs)),
    'give-back': ({ chatId, text }) =>
      serially(`text:${chatId}`, () =>
        serially(chatId, async () => ({
          composerText: (await setAside.giveBack(chatId, text)) ? text : null,
        })),
      ),
    'add-set-aside': ({ chatId, atMs }) => inComposer(chatId, () => setAside.toComposer(chatId, atMs)),
    'drop-set-aside': ({ chatId, atMs }) => inChat(chatId, () => setAside.drop(chatId, atMs)),
  };
}
