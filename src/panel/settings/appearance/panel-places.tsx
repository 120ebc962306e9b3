import type { DetachedPlace } from '@/src/messages/detached-panel';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { SecondaryText } from '@/src/panel/kit/text/paragraph';
import { TextButton } from '@/src/panel/kit/text-button';
import { t } from '@/src/texts/i18n';

interface PanelPlacesProps {
  /** Place of this panel if it is detached; null for a side panel. */
  place: DetachedPlace | null;
  /** Opens the chat in a detached panel; null without a chat. Rejects with a StewardError. */
  onDetach: ((place: DetachedPlace) => Promise<void>) | null;
  /** Called once the detached panel is open. */
  onDetached(): void;
}

/** Buttons that open the chat in a detached panel, at each place where this panel isn't. */
export function PanelPlaces({ place, onDetach, onDetached }: PanelPlacesProps) {
  const { perform } = useCommands();
  const open = async (other: DetachedPlace) => {
    if (onDetach !== null && (await perform(() => onDetach(other)))) onDetached();
  };
  const others = (['window', 'tab'] as const).filter((other) => other !== place);
  return (
    <fieldset className="view-choice">
      <legend>{t('appearance.place.label')}</legend>
      <div className="button-row">
        {others.map((other) => (
          <TextButton
            key={other}
            text={`appearance.place.open.${other}`}
            disabled={onDetach === null}
            onClick={() => open(other)}
          />
        ))}
      </div>
      <SecondaryText text={onDetach === null ? 'appearance.place.noChat' : 'appearance.place.explanation'} />
    </fieldset>
  );
}
