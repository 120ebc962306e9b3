import { StewardError } from '@/src/core/errors';
import { MAX_IMPORT_LENGTH } from '@/src/messages/channels';
import { i18n } from '@/src/texts/i18n';
import type { Perform } from '../errors/use-command-error';
import { currentWindowId } from '../link/current-window-id';
import { sendCommand } from '../link/send-command';
import { TaskNote } from '../progress/task-note';
import { type TaskTools, useTask } from '../progress/use-task';

interface ImportChatProps {
  onImported(chatId: string): void;
  perform: Perform;
}

/** Chooses a file with an exported chat, and imports it. */
export function ImportChat({ onImported, perform }: ImportChatProps) {
  const { task, run, cancel } = useTask(perform);
  const read = async (file: File, { signal }: TaskTools) => {
    // In bytes, which are never fewer than the text's characters.
    if (file.size > 3 * MAX_IMPORT_LENGTH) throw tooLarge();
    const text = await file.text();
    if (text.length > MAX_IMPORT_LENGTH) throw tooLarge();
    const windowId = await currentWindowId();
    signal.throwIfAborted();
    const { chatId } = await sendCommand({ type: 'import-chat', windowId, text });
    // After Cancel it stays in the list, where it can be deleted.
    if (!signal.aborted) onImported(chatId);
  };
  return (
    <>
      <TaskNote task={task} onCancel={cancel} />
      <label className="import-chat">
        <input
          type="file"
          accept="application/json,.json"
          onChange={(event) => {
            const { target } = event;
            const [file] = target.files ?? [];
            if (file !== undefined)
              void run(i18n.t('chats.import.task'), (tools) => read(file, tools)).finally(() => {
                // So that the same file can be chosen again.
                target.value = '';
              });
          }}
        />
        {i18n.t('chats.import.choose')}
      </label>
    </>
  );
}

function tooLarge(): StewardError {
  return new StewardError('invalid-message', i18n.t('chats.import.tooLarge'), {
    remedy: i18n.t('chats.import.tooLargeRemedy'),
  });
}
