import { Ellipsis } from 'lucide-react';
import { useRef } from 'react';
import type { ListedChat } from '@/src/store/queries';
import type { Perform } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';
import { TaskNote } from '../progress/task-note';
import { useTask } from '../progress/use-task';
import { saveChat } from './export-chat';

interface ChatActionsProps {
  chat: ListedChat;
  onRename(): void;
  perform: Perform;
}

/** Actions on a chat of the list; folded, since the list is for choosing. */
export function ChatActions({ chat, onRename, perform }: ChatActionsProps) {
  const { task, run, cancel } = useTask(perform);
  const fold = useRef<HTMLDetailsElement>(null);
  const { chatId, title, isPinned } = chat;
  const closeThen = (work: () => unknown) => () => {
    if (fold.current !== null) fold.current.open = false;
    work();
  };
  const save = (format: 'json' | 'md') =>
    run('Exporting the chat', ({ signal }) => saveChat(chatId, format, signal));
  return (
    <>
      <details className="chat-actions" ref={fold} name="chat-actions">
        <summary aria-label={`Actions for ${title}`} title="Actions">
          <Ellipsis className="icon" aria-hidden="true" />
        </summary>
        <div className="button-row chat-action-row">
          <button type="button" onClick={closeThen(onRename)}>
            Rename
          </button>
          <button
            type="button"
            onClick={closeThen(() =>
              perform(() => sendCommand({ type: 'pin-chat', chatId, isPinned: !isPinned })),
            )}
          >
            {isPinned ? 'Unpin' : 'Pin'}
          </button>
          <button type="button" onClick={closeThen(() => save('md'))}>
            Export as Markdown
          </button>
          <button type="button" onClick={closeThen(() => save('json'))}>
            Export as JSON
          </button>
          <button
            type="button"
            onClick={closeThen(() => perform(() => sendCommand({ type: 'delete-chat', chatId })))}
          >
            Delete
          </button>
        </div>
      </details>
      <TaskNote task={task} onCancel={cancel} />
    </>
  );
}
