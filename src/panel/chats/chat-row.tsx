import { Pin } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { spellOut } from '@/src/core/text/foreign-text';
import type { ListedChat } from '@/src/store/queries';
import { i18n } from '@/src/texts/i18n';
import type { Perform } from '../errors/use-command-error';
import { focusAfter, useFocusAfterwards } from '../focus';
import { ForeignText } from '../text/foreign-text';
import { formatDayAndTime } from '../text/format-time';
import { TextWithElements } from '../text/text-with-elements';
import { ChatActions } from './chat-actions';
import { listedStatus } from './listed-status';
import { MarkedForeignText } from './marked-foreign-text';
import { RenameChat } from './rename-chat';

interface ChatRowProps {
  chat: ListedChat;
  /** True for the chat in the panel. */
  isShown: boolean;
  onShow(): void;
  perform: Perform;
}

/** A chat with its page, named with the host: pages of two proxies may have the same title. */
export function ChatRow({ chat, isShown, onShow, perform }: ChatRowProps) {
  const [isRenaming, setIsRenaming] = useState(false);
  const { title, page, isPinned, isUnread, updatedAtMs, match } = chat;
  const status = listedStatus(chat.status);
  const row = useRef<HTMLLIElement>(null);
  useFocusAfterwards(row, focusNextRow);
  const endRenaming = () => {
    const hadFocus = row.current?.contains(document.activeElement);
    flushSync(() => setIsRenaming(false));
    // The form that had the focus is gone; it was opened from the actions.
    if (hadFocus) row.current?.querySelector('summary')?.focus();
  };
  if (isRenaming) {
    return (
      <li ref={row}>
        <RenameChat chatId={chat.chatId} title={title} perform={perform} onDone={endRenaming} />
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
          {isPinned && <Pin className="icon" aria-label={i18n.t('chats.row.pinned')} />}
          {isUnread && <span className="unread-mark">{i18n.t('chats.row.new')}</span>}
          {match === null ? (
            <ForeignText text={title} />
          ) : (
            <MarkedForeignText text={title} words={match.words} />
          )}
        </span>
        {match !== null && match.excerpt !== null && (
          <span className="chat-excerpt">
            <MarkedForeignText text={match.excerpt} words={match.words} />
          </span>
        )}
        <span className="secondary">
          {page !== null && (
            <>
              <TextWithElements
                text="chats.row.page"
                elements={{ page: <ForeignText text={page.title} />, host: new URL(page.origin).host }}
              />
              {' · '}
            </>
          )}
          {formatDayAndTime(updatedAtMs)}
          {status !== null && (
            <>
              {' · '}
              <span className="chat-state" data-tone={status.tone}>
                {status.text}
              </span>
            </>
          )}
        </span>
      </button>
      <ChatActions chat={chat} onRename={() => setIsRenaming(true)} perform={perform} />
    </li>
  );
}

/** Moves the focus from a row that is removed, such as that of a deleted chat, to the same control of the row beside it. */
function focusNextRow(removed: HTMLElement): void {
  const beside = removed.nextElementSibling ?? removed.previousElementSibling;
  const control = document.activeElement?.matches('.chat-row') ? '.chat-row' : 'summary';
  const next = beside?.querySelector<HTMLElement>(control);
  if (next) next.focus();
  else focusAfter(removed);
}
