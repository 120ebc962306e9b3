import { TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { fileStamp } from '@/src/core/logging/file-stamp';
import type { SettingsPlan } from '@/src/core/records/settings-file';
import { DismissibleError } from '../errors/dismissible-error';
import { useCommandError } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';
import { saveFile } from '../log/save-file';
import { count } from '../text/count';
import { ChangeList } from './change-list';
import './settings.css';

/** Saves all settings but keys as a file, and applies such a file after showing what it would change. */
export function TransferPanel({ chatId }: { chatId: string | null }) {
  const { error, perform, dismiss } = useCommandError();
  const [pending, setPending] = useState<{ text: string; plan: SettingsPlan } | null>(null);
  const [note, setNote] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const save = () =>
    perform(async () => {
      const { text, leftOut } = await sendCommand({ type: 'export-settings', chatId });
      saveFile(`steward-settings_${fileStamp(Date.now())}.json`, 'application/json', text);
      setNote(
        leftOut === 0
          ? 'Saved.'
          : `Saved without ${count(leftOut, 'connection')}: a part of the address is secret.`,
      );
    });
  const show = (file: File) =>
    perform(async () => {
      const text = await file.text();
      const plan = await sendCommand({ type: 'preview-settings', chatId, text });
      setPending({ text, plan });
      setNote('');
    });
  const apply = (text: string, digest: string) =>
    perform(async () => {
      await sendCommand({ type: 'import-settings', chatId, text, digest });
      setPending(null);
      setNote('The changes were made.');
    });
  return (
    <div className="settings-transfer">
      <DismissibleError error={error} onDismiss={dismiss} />
      <p className="secondary">
        One file with connections, aliases and theme
        {chatId === null ? '' : ', and this chat’s limits, prompt and what it sends'}. Keys and headers are
        never in it, and neither is what Steward may do.
      </p>
      <div className="button-row">
        <button type="button" onClick={() => void save()}>
          Export settings
        </button>
        <button type="button" onClick={() => input.current?.click()}>
          Import…
        </button>
        <span role="status" className="secondary">
          {note}
        </span>
      </div>
      <input
        ref={input}
        type="file"
        accept=".json"
        hidden={true}
        aria-label="Settings file"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file can then be chosen again.
          event.target.value = '';
          if (file !== undefined) void show(file);
        }}
      />
      {pending !== null && (
        <section className="card" aria-label="What the file changes">
          {pending.plan.changes.length === 0 ? (
            <p>The file changes nothing: all of it is set already.</p>
          ) : (
            <>
              <p>The file would make these changes, all or none. Nothing was changed yet.</p>
              <ChangeList changes={pending.plan.changes} />
            </>
          )}
          {!pending.plan.declaresPageData && (
            <p className="settings-warning" role="alert">
              <TriangleAlert className="icon" aria-hidden="true" />
              <span>
                With its prompt, the model no longer reads that text from pages is data. A page could then
                give the assistant orders.
              </span>
            </p>
          )}
          <div className="button-row">
            {pending.plan.changes.length > 0 && (
              <button
                type="button"
                className="primary"
                onClick={() => void apply(pending.text, pending.plan.digest)}
              >
                Apply these changes
              </button>
            )}
            <button type="button" onClick={() => setPending(null)}>
              {pending.plan.changes.length > 0 ? 'Cancel' : 'Close'}
            </button>
          </div>
        </section>
      )}
    </div>
  );
}
