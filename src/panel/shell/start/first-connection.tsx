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

/** Time in which most pages answer, in milliseconds. */
const WAIT_MS = 1_000;

/** True once `isReady` was true, or after {@link WAIT_MS}. */
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
 * The first screen: the form for a connection, below the message that waits for one. In a chat with answers, only the
 * form, at the end of the conversation. The screen waits until it is known if the page proposes an address, so that the
 * fields don't move.
 */
export function FirstConnection(props: FirstConnectionProps) {
  const { page } = useShownChat();
  const policy = useManagedPolicy();
  // The field is empty where no organisation fills it.
  const address = policy?.endpoint ?? '';
  return useOnceDue(page !== null && policy !== null) && <FirstScreen {...props} address={address} />;
}

function FirstScreen({ address, ...form }: FirstConnectionProps & Pick<ConnectionFormProps, 'address'>) {
  const { view, page } = useShownChat();
  // Not before the screen is removed: it hides the message field.
  useEffect(() => focusMessageFieldIfLost, []);
  const isWaiting = view?.run?.status.state === 'waiting-for-endpoint';
  // A longer conversation is shown above, and contains the message.
  const isBegun = view !== null && view.landmarks.response !== null;
  const asked =
    isWaiting && !isBegun ? view.messages.findLast((message) => message.role === 'user') : undefined;
  // What is typed at the start stays under the user’s fingers.
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
