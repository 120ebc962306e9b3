import type { AgentLoop } from '@/src/core/loop/agent-loop';
import type { SetAsideCommandResults } from '@/src/messages/set-aside-commands';
import type { ImageStore } from '../storage/image-store';
import type { SetAsideStore } from '../storage/set-aside-store';
import type { CommandHandlers } from './command-server';

/**
 * The handlers of the commands for unsent messages. `serially` is shared with the other commands of a chat, and of its composer's
 * text: a text that the panel sends after one of these commands has what the command added, so it's stored after it.
 */
export function createSetAsideHandlers(deps: {
  loop: Pick<AgentLoop, 'takeBackMessage'>;
  setAside: SetAsideStore;
  images: Pick<ImageStore, 'deleteUnused'>;
  serially: <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;
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
    'set-aside': ({ chatId, text }) => inChat(chatId, () => setAside.add(chatId, text)),
    'add-set-aside': ({ chatId, atMs }) => inComposer(chatId, () => setAside.toComposer(chatId, atMs)),
    'drop-set-aside': ({ chatId, atMs }) =>
      inChat(chatId, async () => {
        await setAside.drop(chatId, atMs);
        await deps.images.deleteUnused(chatId);
      }),
  };
}
