import type { ChatCommandResults } from '@/src/messages/chat-commands';
import { createTextParts } from '../storage/text-parts';
import type { ChatCopies } from './chat-copies';
import type { CommandHandlers } from './command-server';
import type { ListedChats } from './listed-chats';
import type { PageRebinding } from './page-rebinding';

/** The handlers of the commands for the list of chats. `serially` is shared with the other commands of a chat. */
export function createChatHandlers(deps: {
  listed: ListedChats;
  copies: ChatCopies;
  rebinding: PageRebinding;
  /** Sends the page's status to the chat's panels. */
  look: (chatId: string) => Promise<void>;
  serially: <Result>(key: string, task: () => Promise<Result>) => Promise<Result>;
}): Pick<CommandHandlers, keyof ChatCommandResults> {
  const { listed, copies, serially } = deps;
  const joinPart = createTextParts();

  async function inChat(chatId: string, work: () => Promise<void>): Promise<null> {
    await serially(chatId, work);
    return null;
  }

  return {
    'rename-chat': ({ chatId, title }) => inChat(chatId, () => listed.rename(chatId, title)),
    'pin-chat': ({ chatId, isPinned }) => inChat(chatId, () => listed.pin(chatId, isPinned)),
    // Not in turn: its stop must not wait for a command of the chat that is in progress.
    'delete-chat': async ({ chatId }) => {
      await listed.remove(chatId);
      return null;
    },
    'undelete-chat': ({ chatId }) => inChat(chatId, () => listed.undoRemove(chatId)),
    'branch-chat': ({ chatId, messageId }) => serially(chatId, () => copies.branch(chatId, messageId)),
    'preview-rebind': ({ chatId, windowId }) => deps.rebinding.preview(chatId, windowId),
    'rebind-chat': async ({ chatId, windowId, expectedStateHash }) => {
      await inChat(chatId, () => deps.rebinding.perform(chatId, windowId, expectedStateHash));
      await deps.look(chatId);
      return null;
    },
    'import-chat': async ({ windowId, chosen, ...part }) => {
      const text = joinPart(part);
      if (text === null) return null;
      const offer = chosen === null ? await copies.offer(text) : null;
      return offer?.changes.length ? offer : copies.importChat(text, windowId, chosen ?? []);
    },
  };
}
