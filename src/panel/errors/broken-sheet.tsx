import { i18n } from '@/src/texts/i18n';
import { Sheet } from '../sheet';

/** Replaces a sheet that failed to render. The panel below keeps working. */
export function BrokenSheet({ onClose }: { onClose(): void }) {
  return (
    <Sheet title={i18n.t('errors.sheet.title')} onClose={onClose}>
      <div className="sheet-body">
        <p>{i18n.t('errors.sheet.text')}</p>
      </div>
    </Sheet>
  );
}
