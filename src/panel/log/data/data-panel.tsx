import { sendCommand } from '@/src/panel/data/send-command';
import { Confirmed } from '@/src/panel/kit/confirmed';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { CommandErrors, useCommands } from '@/src/panel/kit/errors/command-errors';
import { TitledSection } from '@/src/panel/kit/titled-section';
import { t } from '@/src/texts/i18n';
import { BackupSection } from './backup-section';
import { ChatLogSection } from './chat-log-section';
import { IntegritySection } from './integrity-section';
import { SpaceSection } from './space-section';
import { TransferPanel } from './transfer-panel';
import './data.css';

interface DataPanelProps {
  /** The chat whose chat log and settings can be exported; null if none is shown. */
  chatId: string | null;
  onReplaced(): void;
}

/** All of Steward's data: backup and restore, settings as a file, the space it takes, its integrity, and its deletion. */
export function DataPanel({ chatId, onReplaced }: DataPanelProps) {
  return (
    <div className="sheet-body data-panel">
      <CommandErrorCard />
      <CommandErrors>
        <BackupSection onRestored={onReplaced} />
      </CommandErrors>
      <TitledSection heading="data.settings.label">
        <CommandErrors>
          <TransferPanel chatId={chatId} />
        </CommandErrors>
      </TitledSection>
      <SpaceSection />
      {chatId !== null && <ChatLogSection chatId={chatId} />}
      <IntegritySection />
      <DeleteAllSection onDeleted={onReplaced} />
    </div>
  );
}

/** Deletes everything that Steward has stored, after a confirmation. */
function DeleteAllSection({ onDeleted }: { onDeleted(): void }) {
  const { perform } = useCommands();
  const deleteAll = () =>
    void perform(async () => {
      await sendCommand({ type: 'delete-all-data' });
      onDeleted();
    });
  return (
    <TitledSection heading="data.deleteAll.label">
      <Confirmed
        label={t('data.deleteAll.open')}
        question={t('data.deleteAll.question')}
        action="data.deleteAll.action"
        onConfirm={deleteAll}
      />
    </TitledSection>
  );
}
