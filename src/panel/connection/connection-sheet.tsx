import type { ErrorInfo } from '@/src/core/errors';
import type { Connection } from '@/src/store/db';
import { i18n } from '@/src/texts/i18n';
import { Sheet } from '../sheet';
import { ConnectionsPanel } from './connections-panel';

interface ConnectionSheetProps {
  connections: readonly Connection[];
  /** The connection whose models are listed. */
  usedId: string | null;
  /** The chat's model, if it belongs to the connection in use. */
  chosenModel: string | null;
  /** The address that the current page proposes for a new connection; null if none. */
  proposal: string | null;
  loadModels(connectionId: string): Promise<ErrorInfo | null>;
  onUse(connectionId: string): void;
  onDeleted(connectionId: string): void;
  onClose(): void;
}

/** The connections, and the one that this chat's models come from. */
export function ConnectionSheet({ onClose, ...props }: ConnectionSheetProps) {
  return (
    <Sheet title={i18n.t('connection.sheet.title')} onClose={onClose}>
      <div className="sheet-body">
        <ConnectionsPanel {...props} />
      </div>
    </Sheet>
  );
}
