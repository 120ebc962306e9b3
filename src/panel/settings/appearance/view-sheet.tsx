import type { DetachedPlace } from '@/src/messages/detached-panel';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { DismissibleError } from '@/src/panel/kit/errors/dismissible-error';
import { Sheet } from '@/src/panel/kit/sheet';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';
import { KeyList } from './key-list';
import { ViewChoices } from './view-choices';
import './view-sheet.css';

interface ViewSheetProps {
  /** The place of a detached panel; null for a side panel. */
  place: DetachedPlace | null;
  /** Opens the chat in a detached panel; null without a chat. Rejects with a StewardError. */
  onDetach: ((place: DetachedPlace) => Promise<void>) | null;
  onClose(): void;
}

const DETACH_LABELS: Readonly<Record<DetachedPlace, TextKey>> = {
  window: 'appearance.place.openWindow',
  tab: 'appearance.place.openTab',
};

/** The settings of all panels, the keys, and buttons that open the chat in a window or tab. */
export function ViewSheet({ place, onDetach, onClose }: ViewSheetProps) {
  const { error, perform, report, dismiss } = useCommands();
  const open = async (other: DetachedPlace) => {
    if (onDetach !== null && (await perform(() => onDetach(other)))) onClose();
  };
  const others = (['window', 'tab'] as const).filter((other) => other !== place);
  return (
    <Sheet title={i18n.t('appearance.view.title')} onClose={onClose}>
      <div className="sheet-body view">
        <DismissibleError error={error} onDismiss={dismiss} />
        <ViewChoices />
        <section className="view-places" aria-label={i18n.t('appearance.place.label')}>
          <div className="button-row">
            {others.map((other) => (
              <button key={other} type="button" disabled={onDetach === null} onClick={() => open(other)}>
                {i18n.t(DETACH_LABELS[other])}
              </button>
            ))}
          </div>
          <p className="secondary">
            {onDetach === null ? i18n.t('appearance.place.noChat') : i18n.t('appearance.place.explanation')}
          </p>
        </section>
        <KeyList onError={report} />
      </div>
    </Sheet>
  );
}
