import { showPage } from '../page/show-page';
import type { CommandHandlers } from './command-context';
import { openDetachedPanel } from './detached-panels';

export const chatHandlers = {
  attach: async ({ to }, { chats, serially, look }) => {
    const attached =
      'chatId' in to
        ? await chats.lookAt(to.chatId)
        : await serially('attach', () => chats.attach(to.windowId, to.shownChatId));
    if (attached.chatId !== null) await look(attached.chatId);
    return attached;
  },
  'new-chat': ({ chatId, windowId }, { chats, images, serially }) =>
    serially(chatId, async () => {
      const opened = await chats.newChat(chatId, windowId);
      // The images of the composer move to the new chat, as the panel moves the text.
      if (opened.chatId !== null) await images.moveComposerImages(chatId, opened.chatId);
      return opened;
    }),
  'rename-chat': ({ chatId, title }, { listed }) => listed.rename(chatId, title),
  'pin-chat': ({ chatId, isPinned }, { listed }) => listed.pin(chatId, isPinned),
  'delete-chat': ({ chatId }, { listed }) => listed.remove(chatId),
  'undelete-chat': ({ chatId }, { listed }) => listed.undoRemove(chatId),
  'branch-chat': ({ chatId, messageId }, { copies, serially }) =>
    serially(chatId, () => copies.branch(chatId, messageId)),
  'import-chat': ({ windowId, chosen, ...part }, { copies }) => copies.importPart(part, windowId, chosen),
  'preview-rebind': ({ chatId, windowId }, { rebinding }) => rebinding.preview(chatId, windowId),
  'rebind-chat': async ({ chatId, windowId, expectedStateHash }, { rebinding, serially, look }) => {
    await serially(chatId, () => rebinding.perform(chatId, windowId, expectedStateHash));
    await look(chatId);
  },
  // Serialized, so that the second of two quick clicks finds the panel that the first one opened.
  'detach-panel': ({ chatId, place }, { serially }) =>
    serially('detach', () => openDetachedPanel({ chatId, place })),
  'show-page': async ({ chatId }, { bindings }) => {
    await showPage(bindings, chatId);
  },
  'find-names': async ({ chatId, names }, { chats }) => ({ found: await chats.namesInSight(chatId, names) }),
  'show-name': ({ chatId, name }, { chats }) => chats.showName(chatId, name),
  'word-tools': async ({ adapterId }, { adapters }) => {
    const { toolWordings } = await import('./late-functions');
    return toolWordings(await adapters(), adapterId);
  },
} satisfies Partial<CommandHandlers>;
