import { useEffect, useRef, useState } from 'react';
import { type StewardError, textError } from '@/src/core/errors';
import { fileStamp } from '@/src/core/logging/file-names';
import type { SettingsImport } from '@/src/core/records/settings-file';
import { MAX_SETTINGS_LENGTH } from '@/src/messages/channels';
import { sendCommand } from '@/src/panel/data/send-command';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { focusIfLost } from '@/src/panel/kit/focus';
import { saveFile } from '@/src/panel/kit/progress/save-file';
import { SecondaryText } from '@/src/panel/kit/text/paragraph';
import { TextButton } from '@/src/panel/kit/text-button';
import { useFileInput } from '@/src/panel/kit/use-file-input';
import { t } from '@/src/texts/i18n';
import { ChangeList } from './change-list';
import './settings.css';

/**
 * Saves all settings except keys as a file, and applies such a file after showing what it would change. `chatId`: the
 * chat whose settings are exported or changed, too; null if none is shown.
 */
export function TransferPanel({ chatId }: { chatId: string | null }) {
  const { perform } = useCommands();
  const [pending, setPending] = useState<{ text: string; settingsImport: SettingsImport } | null>(null);
  const [note, setNote] = useState('');
  const importButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The card is removed with the pressed button.
    if (pending !== null) return () => focusIfLost(importButton.current);
  }, [pending]);
  /** Runs an action. Removes the note on the previous action first, which would stay beside an error. */
  const begin = (action: () => Promise<void>) => {
    setNote('');
    return perform(action);
  };
  const save = () =>
    begin(async () => {
      const { text, leftOut } = await sendCommand({ type: 'export-settings', chatId });
      saveFile(`steward-settings_${fileStamp(Date.now())}.json`, 'application/json', text);
      setNote(
        leftOut === 0
          ? t('settings.transfer.saved')
          : t('settings.transfer.savedWithout', { count: leftOut }),
      );
    });
  const show = (file: File) => {
    // The card of an earlier file would offer its changes beside the error of this one.
    setPending(null);
    return begin(async () => {
      const text = await textOf(file);
      const settingsImport = await sendCommand({ type: 'preview-settings', chatId, text });
      setPending({ text, settingsImport });
    });
  };
  const { input, choose } = useFileInput({
    accept: '.json',
    'aria-label': t('settings.transfer.file'),
    onFiles: ([file]) => file && void show(file),
  });
  const apply = (text: string, digest: string) =>
    begin(async () => {
      await sendCommand({ type: 'import-settings', chatId, text, digest });
      setPending(null);
      setNote(t('settings.transfer.applied'));
    });
  return (
    <div className="settings-transfer">
      <CommandErrorCard />
      <SecondaryText
        text={chatId === null ? 'settings.transfer.contents' : 'settings.transfer.contentsWithChat'}
      />
      <div className="button-row">
        <TextButton text="settings.transfer.export" onClick={() => void save()} />
        <TextButton text="settings.transfer.import" ref={importButton} onClick={choose} />
        <span role="status" className="secondary">
          {note}
        </span>
      </div>
      {input}
      {pending !== null && (
        <section className="card" aria-label={t('settings.transfer.card')}>
          <p>
            {t(
              pending.settingsImport.changes.length === 0
                ? 'settings.transfer.nothing'
                : 'settings.transfer.changes',
            )}
          </p>
          <ChangeList settingsImport={pending.settingsImport} onChoose={null} />
          <div className="button-row">
            {pending.settingsImport.changes.length > 0 && (
              <TextButton
                text="settings.transfer.apply"
                className="primary"
                onClick={() => void apply(pending.text, pending.settingsImport.digest)}
              />
            )}
            <TextButton
              text={pending.settingsImport.changes.length > 0 ? 'common.cancel' : 'common.close'}
              onClick={() => setPending(null)}
            />
          </div>
        </section>
      )}
    </div>
  );
}

/** Reads a file. Rejects with `invalid-message` if it is too long for a command. */
async function textOf(file: File): Promise<string> {
  // In bytes: UTF-8 has at most three for each UTF-16 unit of the text.
  if (file.size > 3 * MAX_SETTINGS_LENGTH) throw tooLarge();
  const text = await file.text();
  if (text.length > MAX_SETTINGS_LENGTH) throw tooLarge();
  return text;
}

function tooLarge(): StewardError {
  return textError('invalid-message', 'settings.transfer.tooLarge');
}
