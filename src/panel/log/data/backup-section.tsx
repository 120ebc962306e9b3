import { type ReactNode, useEffect, useRef, useState } from 'react';
import { fileStamp } from '@/src/core/logging/file-names';
import type { RestoreOffer } from '@/src/core/records/restore-offer';
import { sendCommand } from '@/src/panel/data/send-command';
import { sendInParts } from '@/src/panel/data/send-in-parts';
import { query } from '@/src/panel/data/stored-data';
import { focusIfLost } from '@/src/panel/kit/focus';
import { saveFile } from '@/src/panel/kit/progress/save-file';
import { TaskNote } from '@/src/panel/kit/progress/task-note';
import { useTask } from '@/src/panel/kit/progress/use-task';
import { Paragraph, SaidParagraph, SecondaryText } from '@/src/panel/kit/text/paragraph';
import { TextButton } from '@/src/panel/kit/text-button';
import { TitledSection } from '@/src/panel/kit/titled-section';
import { useFileInput } from '@/src/panel/kit/use-file-input';
import { type Said, say, sentences } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';

/** Renders the changes that a restore would make. */
export type RenderChanges = (offer: RestoreOffer) => ReactNode;

interface BackupSectionProps {
  renderChanges: RenderChanges;
  onRestored(): void;
}

/**
 * Saves everything but the keys as one file, and restores such a file where there is no data yet, once the user has read what it
 * holds. Names, addresses and texts of the offer come from the file.
 */
export function BackupSection({ renderChanges, onRestored }: BackupSectionProps) {
  const { task, run, cancel } = useTask();
  const isWorking = task !== null;
  const [offered, setOffered] = useState<{ file: File; offer: RestoreOffer } | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The pressed button is removed with the card.
    if (offered !== null) return () => focusIfLost(opener.current);
  }, [offered]);
  const save = () =>
    run(t('data.backup.saving'), async ({ signal }) => {
      const nowMs = Date.now();
      const text = await query(({ backupText }) => backupText(nowMs));
      signal.throwIfAborted();
      saveFile(`steward-backup_${fileStamp(nowMs)}.jsonl`, 'application/jsonl', text);
    });
  /** `keepsPrompts`: null until the user has read the offer. */
  const send = (file: File, keepsPrompts: boolean | null) =>
    run(t('data.backup.restoring'), async (tools) => {
      setOffered(null);
      const result = await sendInParts(await file.text(), tools, (part) =>
        sendCommand({ type: 'restore-backup', keepsPrompts, ...part }),
      );
      if (result === null || tools.signal.aborted) return;
      if ('rows' in result) onRestored();
      else setOffered({ file, offer: result });
    });
  const { input, choose } = useFileInput({
    accept: '.jsonl',
    'aria-label': t('data.backup.file'),
    onFiles: ([file]) => file && void send(file, null),
  });
  return (
    <TitledSection heading="data.backup.label">
      <SecondaryText text="data.backup.explanation" />
      <div className="button-row">
        {/* Not disabled: the focus would be lost. The task that runs keeps others from starting. */}
        <TextButton text="data.backup.save" aria-disabled={isWorking} onClick={save} />
        <TextButton
          text="data.backup.restore"
          ref={opener}
          aria-disabled={isWorking}
          onClick={() => isWorking || choose()}
        />
      </div>
      <TaskNote task={task} onCancel={cancel} />
      {input}
      {offered !== null && (
        <section className="card" aria-label={t('data.backup.card')}>
          <SaidParagraph said={contentsOf(offered.offer)} />
          <Paragraph text="data.backup.leavesOut" />
          {renderChanges(offered.offer)}
          <div className="button-row">
            <TextButton
              text="data.backup.apply"
              className="primary"
              onClick={() => void send(offered.file, false)}
            />
            {offered.offer.changes.some(({ what }) => what === 'chat') && (
              <TextButton text="data.backup.applyWithPrompts" onClick={() => void send(offered.file, true)} />
            )}
            <TextButton text="common.cancel" onClick={() => setOffered(null)} />
          </div>
        </section>
      )}
    </TitledSection>
  );
}

function contentsOf({ chats, messages, sites }: RestoreOffer): Said {
  return sentences(
    say('data.backup.holds', { chats, messages }),
    sites.length === 0 ? null : say('data.backup.sites', { sites }),
  );
}
