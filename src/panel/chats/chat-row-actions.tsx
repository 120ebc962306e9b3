import { Ellipsis } from 'lucide-react';
import { useRef } from 'react';
import { StewardError } from '@/src/core/errors';
import { chatFileName } from '@/src/core/logging/chat-file-name';
import { chatMarkdown } from '@/src/core/logging/chat-markdown';
import { sendCommand } from '@/src/panel/data/send-command';
import { query } from '@/src/panel/data/stored-data';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { saveFile } from '@/src/panel/kit/progress/save-file';
import { TaskNote } from '@/src/panel/kit/progress/task-note';
import { useTask } from '@/src/panel/kit/progress/use-task';
import type { ListedChat } from '@/src/store/queries';
import { i18n } from '@/src/texts/i18n';

interface ChatRowActionsProps {
  chat: ListedChat;
  onRename(): void;
}

/** Actions on a chat in the list. Folded, since the list is for choosing a chat. */
export function ChatRowActions({ chat, onRename }: ChatRowActionsProps) {
  const { perform } = useCommands();
  const { task, run, cancel } = useTask();
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

/** Saves a chat as a file: as JSON to import it again, as Markdown to read it. Needs a user gesture. */
async function saveChat(chatId: string, format: 'json' | 'md', signal: AbortSignal): Promise<void> {
  const now = Date.now();
  const found = await query((queries) => queries.exportChat(chatId, now));
  if (found === null) {
    throw new StewardError('not-found', i18n.t('chats.export.notFound'), {
      remedy: i18n.t('chats.export.notFoundRemedy'),
    });
  }
  signal.throwIfAborted();
  const { title, page } = found.chat;
  const name = chatFileName(title, now, format);
  if (format === 'json') {
    saveFile(name, 'application/json', `${JSON.stringify(found, null, 2)}\n`);
    return;
  }
  const place = page === null ? null : `${page.title} at ${new URL(page.origin).host}`;
  saveFile(name, 'text/markdown', chatMarkdown({ title, page: place, messages: found.messages }, now));
}
