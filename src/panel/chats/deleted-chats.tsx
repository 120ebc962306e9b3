import type { Perform } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';
import { useQuery } from '../link/stored-data';
import { ForeignText } from '../text/foreign-text';

interface DeletedChatsProps {
  perform: Perform;
  /** Called after an undo, to move the focus: its button is gone. */
  onUndone(): void;
}

/** The chats whose deletion can still be undone; nothing if there are none. */
export function DeletedChats({ perform, onUndone }: DeletedChatsProps) {
  const deleted = useQuery((queries) => queries.chatList.deleted(), []) ?? [];
  return (
    <div role="status">
      {deleted.length > 0 && (
        <ul className="deleted-chats" aria-label="Deleted chats">
          {deleted.map(({ chatId, title }) => (
            <li className="deleted-chat" key={chatId}>
              <span>
                Deleted <ForeignText text={title} />.
              </span>
              <button
                type="button"
                onClick={async () => {
                  if (await perform(() => sendCommand({ type: 'undelete-chat', chatId }))) onUndone();
                }}
              >
                Undo
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
