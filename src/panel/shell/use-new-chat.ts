import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { StewardError } from '@/src/core/errors';
import type { PageStatus } from '@/src/messages/page-status';
import type { ComposerText } from '@/src/panel/composer/composer-text';
import type { ImageReadings } from '@/src/panel/composer/images/use-composer-images';
import { currentWindowId } from '@/src/panel/data/current-window-id';
import { sendCommand } from '@/src/panel/data/send-command';
import { useInChat, useShownChat } from '@/src/panel/data/shown-chat';
import { pageText } from '@/src/panel/header/page-text';
import { focusMessageField } from '@/src/panel/kit/focus';
import type { Sheets } from './use-sheets';

/** Opens new chats about the page in front; in a detached panel, about the page of its chat. */
export interface NewChat {
  /**
   * Opens a new chat; the run of the shown one continues. Without a chat, attaches the panel to the page in front, which opens a chat or shows
   * why it can't.
   */
  newChat(): void;
  startChat(): Promise<void>;
  /** Shows another chat, or the same one, with the unsent message of the shown one. */
  continueIn(chatId: string): void;
  /** The chat that a message or a chosen model belongs to; see `NewChatOpening`. */
  targetChat(shownId: string): Promise<string>;
  /** The page in front if no chat could be opened for it; null once the user may have removed the cause. */
  refusedPage: PageStatus | null;
  dismissRefusal(): void;
}

interface NewChatParts {
  composerText: ComposerText;
  imageReadings: ImageReadings;
  sheets: Sheets;
}

/** Thrown if no chat can be opened about the page in front: neither the new chat nor a message for it goes on. */
class PageRefusal extends StewardError {
  constructor(readonly page: PageStatus) {
    const { line, problem, remedy } = pageText(page);
    super('page-unknown', problem ?? line, { remedy: remedy ?? '' });
  }
}

export function useNewChat({ composerText, imageReadings, sheets }: NewChatParts): NewChat {
  const { chatId, detached, attach, adopt, onToolbarClick } = useShownChat();
  const inChat = useInChat();
  const [openings] = useState(createNewChatOpening);
  const [refusal, setRefusal] = useState<{ chatId: string; page: PageStatus } | null>(null);
  const dismissRefusal = () => setRefusal(null);

  const continueIn = (id: string) => {
    if (id === chatId) return;
    composerText.moveTo(id);
    // Rendered at once, so that what the user types from now on belongs to the new chat.
    flushSync(() => adopt(id));
  };
  const open = async (id: string) => {
    // Waits for images that are still being read: they move to the new chat, too.
    await imageReadings.get(id)?.outcome;
    const windowId = detached === null ? await currentWindowId() : null;
    const opened = await sendCommand({ type: 'new-chat', chatId: id, windowId });
    if (opened.chatId === null) throw new PageRefusal(opened.page);
    continueIn(opened.chatId);
    return opened.chatId;
  };
  const startChat = async () => {
    dismissRefusal();
    await inChat(async (id) => {
      try {
        await openings.open(() => open(id));
      } catch (error) {
        if (!(error instanceof PageRefusal)) throw error;
        setRefusal({ chatId: id, page: error.page });
      }
    });
    // The composer can't be focused while a modal sheet is open.
    flushSync(sheets.close);
    focusMessageField();
  };
  const refusedPage = refusal?.chatId === chatId ? refusal.page : null;
  useEffect(() => {
    // The card asks the user to click the toolbar button, which then opens the new chat. Without this, the click would show the newest chat
    // about that page.
    onToolbarClick.current = refusedPage && (() => void startChat());
  });
  return {
    startChat,
    continueIn,
    newChat() {
      if (chatId !== null) return void startChat();
      sheets.close();
      attach();
    },
    targetChat: openings.targetChat,
    refusedPage,
    dismissRefusal,
  };
}

/** Runs the opening of new chats, one at a time. */
interface NewChatOpening {
  /** Opens a chat with `work`, which resolves to the chat's id. A call during another one joins it. */
  open(work: () => Promise<string>): Promise<string>;
  /**
   * The chat that a message or a chosen model belongs to: the one that is being opened, otherwise `shownId`. Rejects if opening fails, so
   * that nothing is sent to the chat that the user has left.
   */
  targetChat(shownId: string): Promise<string>;
}

export function createNewChatOpening(): NewChatOpening {
  let opening: Promise<string> | null = null;
  return {
    open(work) {
      opening ??= work().finally(() => {
        opening = null;
      });
      return opening;
    },
    targetChat: (shownId) => opening ?? Promise.resolve(shownId),
  };
}
