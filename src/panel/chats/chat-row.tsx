import { Pin } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { hasEnded, waitsForUser } from '@/src/core/records/transition';
import { foreignParts, spellOut } from '@/src/core/text/foreign-text';
import { markedText } from '@/src/core/text/marked-text';
import { focusAfter, useFocusAfterwards } from '@/src/panel/kit/focus';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { formatAgo, formatDayAndTime } from '@/src/panel/kit/text/format-time';
import type { RunStatus } from '@/src/schema/run-status';
import type { ListedChat } from '@/src/store/queries';
import { t } from '@/src/texts/i18n';
import { ChatPage } from './chat-page';
import { ChatRowActions } from './chat-row-actions';
import { chatStatusText } from './chat-status-text';
import { RenameChat } from './rename-chat';
import '@/src/panel/kit/text/foreign-text.css';

interface ChatRowProps {
  chat: ListedChat;
  /** True if the panel shows this chat. */
  isShown: boolean;
  /** The page of the chat that the panel shows. */
  shownPage: ListedChat['page'];
  onShow(): void;
}

/** Selector of the button that opens a row's menu. */
const ACTIONS = '[aria-haspopup="menu"]';

export function ChatRow({ chat, isShown, shownPage, onShow }: ChatRowProps) {
  const [isRenaming, setIsRenaming] = useState(false);
  const { title, page, isPinned, isUnread, updatedAtMs, match } = chat;
  const status = listedStatus(chat.status);
  const isSamePage = page?.title === shownPage?.title && page?.origin === shownPage?.origin;
  const row = useRef<HTMLLIElement>(null);
  useFocusAfterwards(row, focusNextRow);
  const endRenaming = () => {
    const hadFocus = row.current?.contains(document.activeElement);
    flushSync(() => setIsRenaming(false));
    // The focused form is gone. The focus moves to the menu's button, from which the form was opened.
    if (hadFocus) row.current?.querySelector<HTMLElement>(ACTIONS)?.focus();
  };
  if (isRenaming) {
    return (
      <li ref={row}>
        <RenameChat chatId={chat.chatId} title={title} onDone={endRenaming} />
      </li>
    );
  }
  return (
    <li ref={row} className="chat-entry" data-unread={isUnread}>
      <button
        type="button"
        className="quiet chat-row"
        aria-current={isShown ? 'true' : undefined}
        title={spellOut(title)}
        onClick={onShow}
      >
        <span className="chat-title">
          {isPinned && <Pin className="icon" role="img" aria-label={t('chats.row.pinned')} />}
          {isUnread && <span className="unread-mark">{t('chats.row.new')}</span>}
          {match === null ? (
            <ForeignText text={title} />
          ) : (
            <MarkedForeignText text={title} words={match.words} />
          )}
        </span>
        {page !== null && (chat.siteCount > 0 || !isSamePage) && (
          <span className="chat-page secondary">
            <ChatPage chat={chat} />
          </span>
        )}
        <time
          className="meta"
          dateTime={new Date(updatedAtMs).toISOString()}
          title={formatDayAndTime(updatedAtMs)}
        >
          {formatAgo(updatedAtMs, Date.now())}
        </time>
        <StateDot status={status} />
        {match !== null && match.excerpt !== null && (
          <span className="chat-excerpt">
            <MarkedForeignText text={match.excerpt} words={match.words} />
          </span>
        )}
      </button>
      <ChatRowActions chat={chat} onRename={() => setIsRenaming(true)} />
    </li>
  );
}

/** Moves the focus from a removed row, such as that of a deleted chat, to the same control in the row beside it. */
function focusNextRow(removed: HTMLElement): void {
  const beside = removed.nextElementSibling ?? removed.previousElementSibling;
  const control = document.activeElement?.matches('.chat-row') ? '.chat-row' : ACTIONS;
  const next = beside?.querySelector<HTMLElement>(control);
  if (next) next.focus();
  else focusAfter(removed);
}

/** The state of a chat as a dot. Each state has another shape; screen readers read it in words. */
function StateDot({ status }: { status: ListedStatus | null }) {
  if (status === null) return null;
  return (
    <span
      className="chat-dot"
      data-tone={status.tone}
      role="img"
      aria-label={status.text}
      title={status.text}
    />
  );
}

interface ListedStatus {
  text: string;
  tone: 'running' | 'waiting' | 'failed';
}

/** Status of a chat in the list, e.g. `waits for your approval`; null if no status is shown. */
function listedStatus(status: RunStatus | null): ListedStatus | null {
  if (status === null) return null;
  if (hasEnded(status)) return { text: t('chats.status.failed'), tone: 'failed' };
  return { text: chatStatusText(status), tone: waitsForUser(status) ? 'waiting' : 'running' };
}

interface MarkedForeignTextProps {
  text: string;
  /** Searched words. Each matches the beginning of a word. */
  words: readonly string[];
}

/** Foreign text as `ForeignText` shows it, with the matches of a search marked. */
function MarkedForeignText({ text, words }: MarkedForeignTextProps) {
  const parts = foreignParts(text).flatMap((part) =>
    part.isOdd
      ? [{ text: part.text, kind: 'odd' }]
      : markedText(part.text, words).map((one) => ({
          text: one.text,
          kind: one.isMatch ? 'match' : 'plain',
        })),
  );
  return (
    <bdi dir="auto">
      {parts.map((part, index) => {
        if (part.kind === 'plain') return part.text;
        // The index is a safe key: the same text and search always result in the same parts.
        return part.kind === 'match' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <mark key={index}>{part.text}</mark>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <span key={index} className="odd-characters">
            {part.text}
          </span>
        );
      })}
    </bdi>
  );
}
