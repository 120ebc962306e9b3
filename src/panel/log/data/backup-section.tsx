import { useRef } from 'react';
import { fileStamp } from '@/src/core/logging/file-names';
import { sendCommand } from '@/src/panel/data/send-command';
import { sendInParts } from '@/src/panel/data/send-in-parts';
import { query } from '@/src/panel/data/stored-data';
import { saveFile } from '@/src/panel/kit/progress/save-file';
import { TaskNote } from '@/src/panel/kit/progress/task-note';
import { useTask } from '@/src/panel/kit/progress/use-task';
import { i18n } from '@/src/texts/i18n';

interface BackupSectionProps {
  onRestored(): void;
}

/** Saves everything but the keys as one file, and restores such a file where there is no data yet. */
export function BackupSection({ onRestored }: BackupSectionProps) {
  const { task, run, cancel } = useTask();
  const isWorking = task !== null;
  const input = useRef<HTMLInputElement>(null);
  const save = () =>
    run(i18n.t('data.backup.saving'), async ({ signal }) => {
      const nowMs = Date.now();
      const text = await query(({ backupText }) => backupText(nowMs));
      signal.throwIfAborted();
      saveFile(`steward-backup_${fileStamp(nowMs)}.jsonl`, 'application/jsonl', text);
    });
  const restore = async (file: File) => {
    const isDone = await run(i18n.t('data.backup.restoring'), async (tools) =>
      sendInParts(await file.text(), tools, (part) => sendCommand({ type: 'restore-backup', ...part })),
    );
    if (isDone) onRestored();
  };
  return (
    <section aria-label={i18n.t('data.backup.label')}>
      <h3>{i18n.t('data.backup.label')}</h3>
      <p className="secondary">{i18n.t('data.backup.explanation')}</p>
      <div className="button-row">
        {/* Not disabled: the focus would be lost. The task that runs keeps others from starting. */}
        <button type="button" aria-disabled={isWorking} onClick={save}>
          {i18n.t('data.backup.save')}
        </button>
        <button type="button" aria-disabled={isWorking} onClick={() => !isWorking && input.current?.click()}>
          {i18n.t('data.backup.restore')}
        </button>
      </div>
      <TaskNote task={task} onCancel={cancel} />
      <input
        ref={input}
        type="file"
        accept=".jsonl"
        hidden={true}
        aria-label={i18n.t('data.backup.file')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file can then be chosen again.
          event.target.value = '';
          if (file !== undefined) void restore(file);
        }}
      />
    </section>
  );
}
