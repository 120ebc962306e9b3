import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@/src/panel/data/stored-data';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { CommandErrors } from '@/src/panel/kit/errors/command-errors';
import { useLimits } from '@/src/panel/kit/fields/managed-fields';
import { useSlow } from '@/src/panel/kit/progress/use-slow';
import { CANCELLABLE_AFTER_MS, SHOWN_AFTER_MS } from '@/src/panel/kit/progress/use-task';
import { SheetFrame } from '@/src/panel/kit/sheet';
import { TextButton } from '@/src/panel/kit/text-button';
import type { ListedChat } from '@/src/store/queries';
import { t } from '@/src/texts/i18n';
import { ChatRow } from './chat-row';
import { DeletedChats } from './deleted-chats';
import { ImportChat } from './import-chat';
import './chats.css';

/** Number of chats that are read at first. */
const FIRST_BATCH = 10;
/** Number of chats that each *Show more* adds. */
const NEXT_BATCH = 20;

interface ChatsSheetProps {
  /** The chat that the panel shows; null if it shows none. */
  shownId: string | null;
  /** The page of the shown chat, which isn't repeated in the rows of its other chats; null if it has none. */
  shownPage: ListedChat['page'];
  onShow(chatId: string): void;
  onNewChat(): void;
  onClose(): void;
}

/** Sheet with all chats, with a search in titles and contents. */
export function ChatsSheet(props: ChatsSheetProps) {
  const { shownId, shownPage, onShow, onNewChat, onClose } = props;
  const { retentionDays } = useLimits();
  const [text, setText] = useState('');
  const [limit, setLimit] = useState(FIRST_BATCH);
  // The query's previous rows stay until the next ones are read.
  const found = useQuery(
    async (queries) => ({ text, limit, first: await queries.chatList.first({ text, limit }) }),
    [text, limit],
  );
  const first = found?.first;
  const isSearching = found === undefined || found.text !== text || found.limit !== limit;
  const isSlow = useSlow(isSearching, SHOWN_AFTER_MS);
  const canCancel = useSlow(isSearching && text !== '', CANCELLABLE_AFTER_MS);
  const searchField = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  /** Number of rows when the user asked for more; null once the new rows are shown. */
  const [rowsBefore, setRowsBefore] = useState<number | null>(null);
  const search = (next: string) => {
    setText(next);
    setLimit(FIRST_BATCH);
    setRowsBefore(null);
  };
  const showMore = (rows: number) => {
    setRowsBefore(rows);
    setLimit(limit + NEXT_BATCH);
  };
  const rows = first?.chats.length ?? 0;
  useEffect(() => {
    if (rowsBefore === null || rows <= rowsBefore) return;
    // The pressed button is now below the new rows, or gone: the first new row gets the focus.
    list.current?.querySelectorAll<HTMLElement>('.chat-row')[rowsBefore]?.focus();
    setRowsBefore(null);
  }, [rows, rowsBefore]);
  const isCut = first?.isCut === true;
  useEffect(() => {
    // The search reached the end without a match, and the focused button was removed.
    if (rowsBefore === null || isCut || rows > 0) return;
    searchField.current?.focus();
    setRowsBefore(null);
  }, [rowsBefore, isCut, rows]);
  return (
    <SheetFrame title={t('chats.list.title')} onClose={onClose}>
      <div className="sheet-body">
        <CommandErrorCard />
        <TextButton icon={Plus} text="menu.newChat" className="new-chat" onClick={onNewChat} />
        <input
          ref={searchField}
          type="search"
          className="chat-search"
          aria-label={t('chats.list.searchLabel')}
          placeholder={t('chats.list.searchPlaceholder')}
          value={text}
          onChange={(event) => search(event.target.value)}
        />
        <p className="secondary" role="status">
          {isSlow && t(text === '' ? 'chats.list.reading' : 'chats.list.searching')}
        </p>
        {canCancel && (
          <TextButton
            text="chats.list.cancelSearch"
            onClick={() => {
              search('');
              searchField.current?.focus();
            }}
          />
        )}
        {first !== undefined && !isSlow && first.chats.length === 0 && (
          <p className="secondary" role="status">
            {emptyText(text, first.isCut)}
          </p>
        )}
        <ul ref={list} className="chat-list" aria-label={t('chats.list.title')} aria-busy={isSearching}>
          {first?.chats.map((chat) => (
            <ChatRow
              key={chat.chatId}
              chat={chat}
              isShown={chat.chatId === shownId}
              shownPage={shownPage}
              onShow={() => onShow(chat.chatId)}
            />
          ))}
        </ul>
        {isCut && (
          <TextButton
            text={rows === 0 ? 'chats.list.searchFurther' : 'chats.list.showMore'}
            onClick={() => showMore(rows)}
          />
        )}
        {retentionDays !== null && (
          <p className="secondary">{t('chats.list.retention', { days: retentionDays })}</p>
        )}
        <CommandErrors>
          <ImportChat onImported={onShow} />
        </CommandErrors>
      </div>
      <DeletedChats onUndone={() => searchField.current?.focus()} />
    </SheetFrame>
  );
}

function emptyText(text: string, isCut: boolean): string {
  if (text.trim() === '') return t('chats.list.noChat');
  return t(isCut ? 'chats.list.noMatchYet' : 'chats.list.noMatch');
}
