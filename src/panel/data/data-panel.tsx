import { DismissibleError } from '../errors/dismissible-error';
import { useCommandError } from '../errors/use-command-error';
import { BackupSection } from './backup-section';
import { DeleteAllSection } from './delete-all-section';
import { IntegritySection } from './integrity-section';
import { SessionLogSection } from './session-log-section';
import { SpaceSection } from './space-section';
import './data.css';

interface DataPanelProps {
  /** The chat whose session log can be kept and exported; null if there is none. */
  chatId: string | null;
  onReplaced(): void;
}

/** All of Steward's data: the space it takes, its integrity, backup and restore, and its deletion. */
export function DataPanel({ chatId, onReplaced }: DataPanelProps) {
  const { error, perform, dismiss } = useCommandError();
  return (
    <div className="sheet-body data-panel">
      <DismissibleError error={error} onDismiss={dismiss} />
      {chatId !== null && <SessionLogSection chatId={chatId} perform={perform} />}
      <SpaceSection perform={perform} />
      <IntegritySection perform={perform} />
      <BackupSection perform={perform} onRestored={onReplaced} />
      <DeleteAllSection perform={perform} onDeleted={onReplaced} />
    </div>
  );
}
