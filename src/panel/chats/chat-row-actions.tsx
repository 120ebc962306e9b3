import { Download, FileText, type LucideIcon, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { textError } from '@/src/core/errors';
import { chatMarkdown } from '@/src/core/logging/chat-markdown';
import { chatFileName } from '@/src/core/logging/file-names';
import { spellOut } from '@/src/core/text/foreign-text';
import { query } from '@/src/panel/data/stored-data';
import { useSend } from '@/src/panel/data/use-send';
import { MenuButton } from '@/src/panel/kit/menu/menu-button';
import type { MenuEntry } from '@/src/panel/kit/menu/menu-entry';
import { saveFile } from '@/src/panel/kit/progress/save-file';
import { TaskNote } from '@/src/panel/kit/progress/task-note';
import { useTask } from '@/src/panel/kit/progress/use-task';
import type { TextKey } from '@/src/schema/values/said';
import type { ListedChat } from '@/src/store/queries';
import { t } from '@/src/texts/i18n';

/** Menu of actions on a chat in the list. */
export function ChatRowActions({ chat, onRename }: { chat: ListedChat; onRename(): void }) {
  const send = useSend();
  const { task, run, cancel } = useTask();
  const { chatId, title, isPinned } = chat;
  const save = (format: 'json' | 'md') =>
    run(t('chats.export.task'), ({ signal }) => saveChat(chatId, format, signal));
  const pin = () => send({ type: 'pin-chat', chatId, isPinned: !isPinned });
  const remove = () => send({ type: 'delete-chat', chatId });
  const entry = (words: TextKey, icon: LucideIcon, onChoose: () => unknown): MenuEntry => ({
    words,
    icon,
    opensSheet: false,
    isEnabled: true,
    onChoose: () => void onChoose(),
  });
  return (
    <>
      <MenuButton
        label={t('chats.actions.label', { title: spellOut(title) })}
        groups={[
          [
            entry('chats.actions.rename', Pencil, onRename),
            isPinned ? entry('chats.actions.unpin', PinOff, pin) : entry('chats.actions.pin', Pin, pin),
            entry('chats.actions.exportMarkdown', FileText, () => save('md')),
            entry('chats.actions.exportJson', Download, () => save('json')),
          ],
          [entry('common.delete', Trash2, remove)],
        ]}
      />
      <TaskNote task={task} onCancel={cancel} />
    </>
  );
}

/** Saves a chat as a file: JSON can be imported again, Markdown is for reading. Needs a user gesture. */
async function saveChat(chatId: string, format: 'json' | 'md', signal: AbortSignal): Promise<void> {
  const now = Date.now();
  const found = await query((queries) => queries.exportChat(chatId, now));
  if (found === null) {
    throw textError('not-found', 'chats.export.notFound');
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
