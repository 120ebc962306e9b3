import { useRef, useState } from 'react';
import { fileStamp } from '@/src/core/logging/file-stamp';
import { MAX_BACKUP_PART_LENGTH } from '@/src/messages/channels';
import type { Perform } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';
import { query } from '../link/stored-data';
import { saveFile } from '../log/save-file';

interface BackupSectionProps {
  perform: Perform;
  onRestored(): void;
}

/** Saves everything but the keys as one file, and restores such a file where there is no data yet. */
export function BackupSection({ perform, onRestored }: BackupSectionProps) {
  const [isWorking, setIsWorking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const work = async (task: () => Promise<void>) => {
    setIsWorking(true);
    await perform(task);
    setIsWorking(false);
  };
  const save = async () => {
    const nowMs = Date.now();
    saveFile(
      `steward-backup_${fileStamp(nowMs)}.jsonl`,
      'application/jsonl',
      await query(({ backupText }) => backupText(nowMs)),
    );
  };
  const restore = async (file: File) => {
    await sendBackup(await file.text());
    onRestored();
  };
  return (
    <section aria-label="Backup">
      <h3>Backup</h3>
      <p className="secondary">
        One file with all chats, checkpoints, the audit and the log. Keys of connections are never in it, so
        they have to be entered again. A backup is restored where there are no chats and connections yet.
      </p>
      <div className="button-row">
        <button type="button" disabled={isWorking} onClick={() => work(save)}>
          Save backup
        </button>
        <button type="button" disabled={isWorking} onClick={() => input.current?.click()}>
          Restore…
        </button>
      </div>
      <input
        ref={input}
        type="file"
        accept=".jsonl"
        hidden={true}
        aria-label="Backup file"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file can then be chosen again.
          event.target.value = '';
          if (file !== undefined) void work(() => restore(file));
        }}
      />
    </section>
  );
}

/** Sends the text in parts, since a browser bounds the size of a message. */
async function sendBackup(text: string): Promise<void> {
  const parts = Math.max(1, Math.ceil(text.length / MAX_BACKUP_PART_LENGTH));
  for (let index = 0; index < parts; index += 1) {
    const start = index * MAX_BACKUP_PART_LENGTH;
    const part = text.slice(start, start + MAX_BACKUP_PART_LENGTH);
    await sendCommand({ type: 'restore-backup', text: part, index, isLast: index === parts - 1 });
  }
}
