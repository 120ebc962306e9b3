import { Sheet } from '@/src/panel/kit/sheet';
import { i18n } from '@/src/texts/i18n';
import { TransferPanel } from './transfer-panel';

interface TransferSheetProps {
  /** The chat whose settings are exported or changed, too; null if none is shown. */
  chatId: string | null;
  onClose(): void;
}

/** Export and import of settings. */
export function TransferSheet({ chatId, onClose }: TransferSheetProps) {
  return (
    <Sheet title={i18n.t('settings.part.transfer')} onClose={onClose}>
      <div className="sheet-body">
        <TransferPanel chatId={chatId} />
      </div>
    </Sheet>
  );
}
