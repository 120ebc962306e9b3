import { useState } from 'react';
import { fileStamp } from '@/src/core/logging/file-names';
import { sendCommand } from '@/src/panel/data/send-command';
import { useFileOffer } from '@/src/panel/data/use-file-offer';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { saveFile } from '@/src/panel/kit/progress/save-file';
import { Paragraph, SecondaryText } from '@/src/panel/kit/text/paragraph';
import { TextButton } from '@/src/panel/kit/text-button';
import { t } from '@/src/texts/i18n';

/**
 * Saves all settings except keys as a file, and applies such a file after showing what it would change. `chatId`: the chat whose settings
 * are included; null if none is shown.
 */
export function TransferPanel({ chatId }: { chatId: string | null }) {
  const { perform } = useCommands();
  const [note, setNote] = useState('');
  const save = () => {
    setNote('');
    void perform(async () => {
      const { text, leftOut } = await sendCommand({ type: 'export-settings', chatId });
      saveFile(`steward-settings_${fileStamp(Date.now())}.json`, 'application/json', text);
      setNote(
        leftOut === 0
          ? t('settings.transfer.saved')
          : t('settings.transfer.savedWithout', { count: leftOut }),
      );
    });
  };
  const { button, rest } = useFileOffer({
    texts: {
      open: 'settings.transfer.import',
      file: 'settings.transfer.file',
      card: 'settings.transfer.card',
    },
    accept: '.json',
    send(part, digest: string | null) {
      // Otherwise the note on the previous action would stay beside an error of this one.
      setNote('');
      return sendCommand({ type: 'import-settings', chatId, digest, ...part });
    },
    onDone: () => setNote(t('settings.transfer.applied')),
    introduce: ({ changes }) => (
      <Paragraph text={changes.length === 0 ? 'settings.transfer.nothing' : 'settings.transfer.changes'} />
    ),
    choices: ({ changes, digest }) =>
      changes.length === 0 ? [] : [{ text: 'settings.transfer.apply', choice: digest }],
    isSelective: false,
  });
  return (
    <div className="settings-transfer">
      <SecondaryText
        text={chatId === null ? 'settings.transfer.contents' : 'settings.transfer.contentsWithChat'}
      />
      <div className="button-row">
        <TextButton text="settings.transfer.export" onClick={save} />
        {button}
        <span role="status" className="secondary">
          {note}
        </span>
      </div>
      {rest}
    </div>
  );
}
