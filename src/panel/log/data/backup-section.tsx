import { fileStamp } from '@/src/core/logging/file-names';
import type { RestoreOffer } from '@/src/core/records/restore-offer';
import { sendCommand } from '@/src/panel/data/send-command';
import { query } from '@/src/panel/data/stored-data';
import { useFileOffer } from '@/src/panel/data/use-file-offer';
import { saveFile } from '@/src/panel/kit/progress/save-file';
import { Paragraph, SaidParagraph, SecondaryText } from '@/src/panel/kit/text/paragraph';
import { TextButton } from '@/src/panel/kit/text-button';
import { TitledSection } from '@/src/panel/kit/titled-section';
import { type Said, say, sentences } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';

/**
 * Saves everything except keys as one file, and restores such a file if there is no data yet. Before that, the user is shown what the file
 * contains; its names, addresses and texts come from outside.
 */
export function BackupSection({ onRestored }: { onRestored(): void }) {
  const { run, isWorking, button, rest } = useFileOffer({
    texts: {
      open: 'data.backup.restore',
      file: 'data.backup.file',
      card: 'data.backup.card',
    },
    accept: '.jsonl',
    send: (part, keepsPrompts: boolean | null) =>
      sendCommand({ type: 'restore-backup', keepsPrompts, ...part }),
    onDone: onRestored,
    introduce: (offer) => (
      <>
        <SaidParagraph said={contentsOf(offer)} />
        <Paragraph text="data.backup.leavesOut" />
      </>
    ),
    choices: ({ changes }) => [
      { text: 'data.backup.apply', choice: false },
      ...(changes.some(({ what }) => what === 'chat')
        ? [{ text: 'data.backup.applyWithPrompts' as const, choice: true }]
        : []),
    ],
    isSelective: false,
  });
  const save = () =>
    run(t('data.backup.saving'), async ({ signal, onShare }) => {
      const nowMs = Date.now();
      const text = await query(({ backupText }) => backupText(nowMs, (done, total) => onShare(done / total)));
      signal.throwIfAborted();
      saveFile(`steward-backup_${fileStamp(nowMs)}.jsonl`, 'application/jsonl', text);
    });
  return (
    <TitledSection heading="data.backup.label">
      <SecondaryText text="data.backup.explanation" />
      <div className="button-row">
        <TextButton text="data.backup.save" aria-disabled={isWorking} onClick={save} />
        {button}
      </div>
      {rest}
    </TitledSection>
  );
}

function contentsOf({ chats, messages, sites }: RestoreOffer): Said {
  return sentences(
    say('data.backup.holds', { chats, messages }),
    sites.length === 0 ? null : say('data.backup.sites', { sites }),
  );
}
