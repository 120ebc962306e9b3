import { MessageSquareDot, MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { waitsForUser } from '@/src/core/records/transition';
import { Sheet } from '@/src/panel/kit/sheet';
import { SecondaryText } from '@/src/panel/kit/text/paragraph';
import type { UnfinishedChat } from '@/src/store/queries';
import { t } from '@/src/texts/i18n';
import { formatNumber } from '@/src/texts/intl';
import { ChatPage } from './chat-page';
import { chatStatusText, otherChatsText } from './chat-status-text';
import './chats.css';
import { IconButton } from '@/src/panel/kit/icon-button';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';

interface OtherChatsProps {
  /** Chats whose run isn't over, except the shown one. */
  chats: readonly UnfinishedChat[];
  onShow(chatId: string): void;
}

/** Button that opens a list of the other chats that run or wait for the user. Hidden while there are none. */
export function OtherChats({ chats, onShow }: OtherChatsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const text = chats.length === 0 ? '' : otherChatsText(chats.map(({ status }) => status));
  const isWaiting = chats.some(({ status }) => waitsForUser(status));
  const close = () => setIsOpen(false);
  return (
    <>
      <span className="visually-hidden" aria-live="polite">
        {text}
      </span>
      {text !== '' && (
        <IconButton
          className="other-chats"
          icon={isWaiting ? MessageSquareDot : MessagesSquare}
          label={text}
          data-tone={isWaiting ? 'waiting' : 'plain'}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          <span aria-hidden="true">{formatNumber(chats.length)}</span>
        </IconButton>
      )}
      {isOpen && (
        <Sheet title="chats.other.title" onClose={close}>
          {chats.length === 0 && <SecondaryText text="chats.other.none" />}
          <ul className="chat-list" aria-label={t('chats.other.title')}>
            {chats.map((chat) => (
              <OtherChatRow
                key={chat.chatId}
                chat={chat}
                onChoose={() => {
                  // The sheet is closed first: closing it restores the focus, which `onShow` may then move.
                  flushSync(close);
                  onShow(chat.chatId);
                }}
              />
            ))}
          </ul>
        </Sheet>
      )}
    </>
  );
}

function OtherChatRow({ chat, onChoose }: { chat: UnfinishedChat; onChoose(): void }) {
  const { title, page, status } = chat;
  return (
    <li>
      <button type="button" className="quiet other-chat" onClick={onChoose}>
        <ForeignText text={title} />
        <span className="secondary">
          {page !== null && (
            <>
              <ChatPage chat={chat} />
              {' · '}
            </>
          )}
          <span className="chat-state" data-tone={waitsForUser(status) ? 'waiting' : 'plain'}>
            {chatStatusText(status)}
          </span>
        </span>
      </button>
    </li>
  );
}
