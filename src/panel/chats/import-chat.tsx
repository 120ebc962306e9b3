import { i18n } from '@/src/texts/i18n';
import type { Perform } from '../errors/use-command-error';
import { currentWindowId } from '../link/current-window-id';
import { sendCommand } from '../link/send-command';
import { sendInParts } from '../link/send-in-parts';
import { TaskNote } from '../progress/task-note';
import { type TaskTools, useTask } from '../progress/use-task';

interface ImportChatProps {
  onImported(chatId: string): void;
  perform: Perform;
}

/** Chooses a file with an exported chat, and imports it. */
export function ImportChat({ onImported, perform }: ImportChatProps) {
  const { task, run, cancel } = useTask(perform);
  const read = async (file: File, tools: TaskTools) => {
    const text = await file.text();
    const windowId = await currentWindowId();
    const imported = await sendInParts(text, tools, (part) =>
      sendCommand({ type: 'import-chat', windowId, ...part }),
    );
    // After Cancel it stays in the list, where it can be deleted.
    if (imported !== null && !tools.signal.aborted) onImported(imported.chatId);
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
