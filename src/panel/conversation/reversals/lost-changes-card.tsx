import { useState } from 'react';
import { isActive } from '@/src/core/records/transition';
import { LOST_CHANGES_PREFIX } from '@/src/messages/channels';
import { sendCommand } from '@/src/panel/data/send-command';
import { useShownView } from '@/src/panel/data/shown-chat';
import { DifferenceList } from '@/src/panel/kit/differences/difference-list';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { focusMessageField } from '@/src/panel/kit/focus';
import { useStored } from '@/src/panel/kit/use-stored';
import { i18n } from '@/src/texts/i18n';
import { lostChangesText } from './lost-changes-text';
import { readLostChanges } from './read-lost-changes';
import './lost-changes.css';

/** Offers to restore unsaved changes that the page lost in a reload. Nothing if there is no offer. */
export function LostChangesCard() {
  const { chat, run } = useShownView();
  const chatId = chat.id;
  const { perform, report } = useCommands();
  const offer = useStored(LOST_CHANGES_PREFIX + chatId, readLostChanges, report, 'session');
  const [isActing, setIsActing] = useState(false);
  if (offer === null || (run !== null && isActive(run.status))) return null;

  const act = async (work: () => Promise<unknown>) => {
    if (isActing) return;
    setIsActing(true);
    // The focused button is removed with the card.
    if (await perform(work)) focusMessageField();
    setIsActing(false);
  };
  const restore = () =>
    act(() =>
      sendCommand({
        type: 'reverse',
        chatId,
        target: { kind: 'restore-unsaved' },
        expectedStateHash: offer.stateHash,
      }),
    );
  const discard = () => act(() => sendCommand({ type: 'dismiss-lost-changes', chatId }));

  return (
    <section className="card note-card" aria-label={i18n.t('offers.lost.name')}>
      <p role="status">{lostChangesText(offer.differences.length)}</p>
      <details>
        <summary>{i18n.t('offers.lost.preview')}</summary>
        <div className="lost-changes-list">
          <DifferenceList differences={offer.differences} />
        </div>
      </details>
      <div className="button-row">
        {/* Not disabled: the focus would be lost if it fails. */}
        <button type="button" className="primary" aria-disabled={isActing} onClick={restore}>
          {i18n.t('offers.lost.restore')}
        </button>
        <button type="button" aria-disabled={isActing} onClick={discard}>
          {i18n.t('offers.lost.discard')}
        </button>
      </div>
    </section>
  );
}
