import { useEffect, useState } from 'react';
import { useShownChat } from '@/src/panel/data/shown-chat';
import { useManagedPolicy } from '@/src/panel/kit/fields/managed-fields';
import { emptyMessageField, focusMessageFieldIfLost } from '@/src/panel/kit/focus';
import { Paragraph, SecondaryText } from '@/src/panel/kit/text/paragraph';
import { ConnectionForm, type ConnectionFormProps } from '@/src/panel/settings/connection/connection-form';
import { proposedBaseUrl } from '@/src/panel/settings/connection/proposed-base-url';
import { t } from '@/src/texts/i18n';
import './start.css';

type FirstConnectionProps = Pick<ConnectionFormProps, 'onConnected'>;

/** Time in milliseconds within which most pages answer. */
const WAIT_MS = 1_000;

/** True once `isReady` has been true, or after {@link WAIT_MS}. */
function useOnceDue(isReady: boolean): boolean {
  const [isDue, setIsDue] = useState(isReady);
  if (isReady && !isDue) setIsDue(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return isDue;
}

/**
 * The first screen: the form for a connection, below the message that waits for one. In a chat with answers, only the form, at the end of
 * the conversation. The screen appears only when it is known whether the page proposes an address, so that the fields don't move.
 */
export function FirstConnection(props: FirstConnectionProps) {
  const { page } = useShownChat();
  const policy = useManagedPolicy();
  // Empty if no organisation states an address.
  const address = policy?.endpoint ?? '';
  return useOnceDue(page !== null && policy !== null) && <FirstScreen {...props} address={address} />;
}

function FirstScreen({ address, ...form }: FirstConnectionProps & Pick<ConnectionFormProps, 'address'>) {
  const { view, page } = useShownChat();
  // When the screen is removed, not earlier: until then it hides the message field.
  useEffect(() => focusMessageFieldIfLost, []);
  const isWaiting = view?.run?.status.state === 'waiting-for-endpoint';
  // If there are answers, the conversation above already contains the message.
  const isBegun = view !== null && view.landmarks.response !== null;
  const asked =
    isWaiting && !isBegun ? view.messages.findLast((message) => message.role === 'user') : undefined;
  // The form takes the focus from the message field only if that is empty: if the user has begun to type there, they can go on.
  const [focusFrom] = useState(emptyMessageField);
  return (
    <section className="start first-connection" aria-label={t('panel.firstConnection.name')}>
      {asked !== undefined && (
        <div className="card note-card" role="status">
          <Paragraph text="panel.firstConnection.waits" />
          <p className="plain-text secondary">{asked.content}</p>
        </div>
      )}
      {isBegun && isWaiting ? (
        <Paragraph text="panel.firstConnection.runWaits" />
      ) : (
        <div>
          <h2>{t('panel.firstConnection.title')}</h2>
          <SecondaryText text="panel.firstConnection.text" />
          {import.meta.env.FIREFOX && <SecondaryText text="panel.firstConnection.keyboard" />}
        </div>
      )}
      <ConnectionForm
        connectionId={null}
        connections={[]}
        model={null}
        address={address}
        {...(isBegun ? {} : { focusFrom })}
        proposal={proposedBaseUrl(page, [])}
        {...form}
      />
    </section>
  );
}
