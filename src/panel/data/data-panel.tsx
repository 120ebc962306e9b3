import { DismissibleError } from '../errors/dismissible-error';
import { useCommandError } from '../errors/use-command-error';
import { BackupSection } from './backup-section';
import { DeleteAllSection } from './delete-all-section';
import { IntegritySection } from './integrity-section';
import { SpaceSection } from './space-section';
import './data.css';

/** All of Steward's data: the space it takes, its integrity, backup and restore, and its deletion. */
export function DataPanel({ onReplaced }: { onReplaced(): void }) {
  const { error, perform, dismiss } = useCommandError();
  return (
    <div className="sheet-body data-panel">
      <DismissibleError error={error} onDismiss={dismiss} />
      <SpaceSection perform={perform} />
      <IntegritySection perform={perform} />
      <BackupSection perform={perform} onRestored={onReplaced} />
      <DeleteAllSection perform={perform} onDeleted={onReplaced} />
    </div>
  );
}
