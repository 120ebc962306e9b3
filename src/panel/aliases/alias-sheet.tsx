import type { Connection } from '@/src/store/db';
import { i18n } from '@/src/texts/i18n';
import { Sheet } from '../sheet';
import { AliasPanel } from './alias-panel';

interface AliasSheetProps {
  connections: readonly Connection[];
  onClose(): void;
}

/** The user's names for models. */
export function AliasSheet({ connections, onClose }: AliasSheetProps) {
  return (
    <Sheet title={i18n.t('aliases.list.title')} onClose={onClose}>
      <div className="sheet-body">
        <AliasPanel connections={connections} />
      </div>
    </Sheet>
  );
}
