import { browser } from 'wxt/browser';
import { NOTIFICATIONS_KEY } from '@/src/messages/channels';
import { i18n } from '@/src/texts/i18n';
import type { Perform } from '../errors/use-command-error';
import { usePermissions } from '../link/use-permissions';
import { useStored } from '../link/use-stored';
import { notifyWhenWaiting } from './notify-when-waiting';

interface NotificationSwitchProps {
  perform: Perform;
  onError(error: unknown): void;
}

/** Turns system notifications on or off, for all chats. */
export function NotificationSwitch({ perform, onError }: NotificationSwitchProps) {
  const isWanted = useStored(NOTIFICATIONS_KEY, isOn, onError, 'local');
  const isAllowed = usePermissions(askMayNotify, onError);
  return (
    <label className="policy-choice policy-notice">
      <input
        type="checkbox"
        checked={isWanted === true && isAllowed === true}
        disabled={isWanted === null || isAllowed === null}
        onChange={(event) => {
          const isChosen = event.target.checked;
          void perform(() => notifyWhenWaiting(isChosen));
        }}
      />
      <span className="choice-text">
        <span>{i18n.t('policy.notification.switch')}</span>
        <span className="secondary">{i18n.t('policy.notification.explanation')}</span>
      </span>
    </label>
  );
}

function isOn(stored: unknown): boolean {
  return stored === true;
}

/** True if the browser allows Steward to show notifications. */
function askMayNotify(): Promise<boolean> {
  return browser.permissions.contains({ permissions: ['notifications'] });
}
