import type { ReactNode } from 'react';
import { useQuery } from '@/src/panel/data/stored-data';
import { useSend } from '@/src/panel/data/use-send';
import { passesFocusOn } from '@/src/panel/kit/focus';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { TextButton } from '@/src/panel/kit/text-button';
import { say } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';

interface DeletedChatsProps {
  /** Called after an undo. It has to move the focus, since the button is gone. */
  onUndone(): void;
}

/** Chats whose deletion can still be undone, each with an Undo button. Renders no row if there are none. */
export function DeletedChats({ onUndone }: DeletedChatsProps) {
  const send = useSend();
  const deleted = useQuery((queries) => queries.chatList.deleted(), []) ?? [];
  return (
    <div role="status">
      {deleted.length > 0 && (
        <ul className="deleted-chats" aria-label={t('chats.deleted.label')}>
          {deleted.map(({ chatId, title }) => (
            <DeletedChat key={chatId}>
              <span>
                <SaidWords said={say('chats.deleted.entry', { title })} />
              </span>
              <TextButton
                text="common.undo"
                onClick={async () => {
                  if (await send({ type: 'undelete-chat', chatId })) onUndone();
                }}
              />
            </DeletedChat>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Row of a deleted chat. It is removed once the deletion can no longer be undone; the focus then moves on. */
function DeletedChat({ children }: { children: ReactNode }) {
  return (
    <li className="deleted-chat" ref={passesFocusOn}>
      {children}
    </li>
  );
}
