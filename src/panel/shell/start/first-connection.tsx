import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { policyOf } from '@/src/core/policy/policy-settings';
import { useShownChat } from '@/src/panel/data/shown-chat';
import { focusAfter, useFocusAfterwards } from '@/src/panel/kit/focus';
import { ConnectionForm, type ConnectionFormProps } from '@/src/panel/settings/connection/connection-form';
import type { ConnectionInUse } from '@/src/panel/settings/connection/use-connection-in-use';
import type { PolicySettings } from '@/src/schema/chat-settings';
import { i18n } from '@/src/texts/i18n';
import { PageIntro } from './page-intro';
import './start.css';

interface FirstConnectionProps extends Pick<ConnectionFormProps, 'connections' | 'proposal'> {
  onChangePolicy(policy: PolicySettings): void;
  connection: Pick<ConnectionInUse, 'loadModels' | 'use' | 'holdFirstRun'>;
}

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
 * The first screen: the page that Steward sees, the message that waits for a connection, and the form for a connection.
 * In a chat with answers, only the form, at the end of the conversation. The screen waits until the parts above the
 * form are known, so that the form doesn't move.
 */
export function FirstConnection(props: FirstConnectionProps) {
  const { page, view } = useShownChat();
  const isDue = useOnceDue(page !== null && (page.state !== 'connected' || view !== null));
  return isDue && <FirstScreen {...props} />;
}

function FirstScreen({ onChangePolicy, connection, ...form }: FirstConnectionProps) {
  const { page, view } = useShownChat();
  const { loadModels, use, holdFirstRun } = connection;
  const section = useRef<HTMLElement>(null);
  // After this form saved a connection, the form stays with what is typed in it. A connection from elsewhere makes the
  // form useless.
  const [isOnlyOwn, setIsOnlyOwn] = useState(true);
  const chosen = view?.chat.settings;
  const isChosen = chosen?.model != null && form.connections.some(({ id }) => id === chosen.connectionId);
  const isHeld = isOnlyOwn && !isChosen;
  // Before the next paint, which would show parts that are about to be removed.
  useLayoutEffect(() => {
    holdFirstRun(isHeld);
    return () => holdFirstRun(false);
  }, [holdFirstRun, isHeld]);
  useFocusAfterwards(section, focusAfter);
  const isWaiting = view?.run?.status.state === 'waiting-for-endpoint';
  // A longer conversation is shown above, and contains the message.
  const isBegun = view !== null && view.landmarks.response !== null;
  const asked =
    isWaiting && !isBegun ? view.messages.findLast((message) => message.role === 'user') : undefined;
  return (
    <section ref={section} className="start" aria-label={i18n.t('panel.firstConnection.name')}>
      {page?.state === 'connected' && view !== null && !isBegun && (
        <PageIntro page={page} policy={policyOf(view.chat.settings)} onChangePolicy={onChangePolicy} />
      )}
      {asked !== undefined && (
        <div className="card note-card" role="status">
          <p>{i18n.t('panel.firstConnection.waits')}</p>
          <p className="plain-text secondary">{asked.content}</p>
        </div>
      )}
      <p>
        {isWaiting && isBegun
          ? i18n.t('panel.firstConnection.runWaits')
          : i18n.t('panel.firstConnection.text')}
      </p>
      <ConnectionForm
        connectionId={null}
        model={null}
        loadModels={loadModels}
        onConnected={use}
        onOnlyOwn={setIsOnlyOwn}
        {...form}
      />
    </section>
  );
}
