import type { UnsavedChangesPreview } from '@/src/core/checkpoints/restore-unsaved-changes';
import { LOST_CHANGES_PREFIX } from '@/src/messages/channels';
import { sendCommand } from '@/src/panel/data/send-command';
import { useIsBusy, useShownView } from '@/src/panel/data/shown-chat';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { focusMessageFieldIfLost } from '@/src/panel/kit/focus';
import { useStored } from '@/src/panel/kit/use-stored';
import { t } from '@/src/texts/i18n';
import type { PreviewState } from './reversal';
import { ReversalCard } from './reversal-card';
import { useReversal } from './use-reversal';

const TARGET = { kind: 'restore-unsaved' } as const;

/** Offers to restore unsaved changes that the page lost in a reload. Renders nothing if there is no offer. */
export function LostChangesCard() {
  const { id: chatId } = useShownView().chat;
  const isBusy = useIsBusy();
  const { report } = useCommands();
  const offer = useStored(LOST_CHANGES_PREFIX + chatId, readOffer, report, 'session').value;
  // `refresh` does nothing, since the background replaces or withdraws the offer by itself.
  const source = { previewState: offer ?? NO_OFFER, refresh: async () => undefined };
  // If the removed card had the focus, `ReversalCard` has moved it already.
  const options = { onReversed: focusMessageFieldIfLost };
  const reversal = useReversal(chatId, TARGET, source, options);
  const { preview } = reversal;
  if (preview?.kind !== 'restore-unsaved' || isBusy) return null;

  const discard = async () => {
    const isDone = await reversal.perform(() => sendCommand({ type: 'dismiss-lost-changes', chatId }));
    if (isDone) focusMessageFieldIfLost();
  };
  const amount = preview.differences.length;
  return (
    <ReversalCard
      reversal={reversal}
      name={t('offers.lost.name')}
      className="card note-card"
      heading={<p role="status">{t('offers.lost.text', { count: amount })}</p>}
      label={t('offers.lost.restore')}
      onConfirm={reversal.act}
      other={{ label: t('offers.lost.discard'), isFocused: false, onPress: discard }}
    />
  );
}

const NO_OFFER: PreviewState = { state: 'none' };

/** Reads the offer that the background keeps in storage.session; none if the value isn't an offer. */
function readOffer(stored: unknown): PreviewState {
  return isOffer(stored) ? { state: 'ready', preview: stored } : NO_OFFER;
}

/** Only the background writes this key, so checking for the fields is enough. */
function isOffer(stored: unknown): stored is UnsavedChangesPreview {
  return typeof stored === 'object' && stored !== null && 'differences' in stored && 'stateHash' in stored;
}
