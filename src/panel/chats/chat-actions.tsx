import { Ellipsis } from 'lucide-react';
import { useRef } from 'react';
import type { ListedChat } from '@/src/store/queries';
import { i18n } from '@/src/texts/i18n';
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
  const opener = useRef<HTMLElement>(null);
  const { chatId, title, isPinned } = chat;
  const closeThen = (work: () => unknown) => () => {
    // The focused button is hidden with the fold.
    opener.current?.focus();
    if (fold.current !== null) fold.current.open = false;
    work();
  };
  const save = (format: 'json' | 'md') =>
    run(i18n.t('chats.export.task'), ({ signal }) => saveChat(chatId, format, signal));
  return (
    <>
      <details className="chat-actions" ref={fold} name="chat-actions">
        <summary
          ref={opener}
          aria-label={i18n.t('chats.actions.label', { title })}
          title={i18n.t('chats.actions.tooltip')}
        >
          <Ellipsis className="icon" aria-hidden="true" />
        </summary>
        <div className="button-row chat-action-row">
          <button type="button" onClick={closeThen(onRename)}>
            {i18n.t('chats.actions.rename')}
          </button>
          <button
            type="button"
            onClick={closeThen(() =>
              perform(() => sendCommand({ type: 'pin-chat', chatId, isPinned: !isPinned })),
            )}
          >
            {isPinned ? i18n.t('chats.actions.unpin') : i18n.t('chats.actions.pin')}
          </button>
          <button type="button" onClick={closeThen(() => save('md'))}>
            {i18n.t('chats.actions.exportMarkdown')}
          </button>
          <button type="button" onClick={closeThen(() => save('json'))}>
            {i18n.t('chats.actions.exportJson')}
          </button>
          <button
            type="button"
            onClick={closeThen(() => perform(() => sendCommand({ type: 'delete-chat', chatId })))}
          >
            {i18n.t('common.delete')}
          </button>
        </div>
      </details>
      <TaskNote task={task} onCancel={cancel} />
    </>
  );
}
