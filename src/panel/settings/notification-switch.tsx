import { browser } from 'wxt/browser';
import { StewardError } from '@/src/core/errors';
import { usePermissions } from '@/src/panel/data/use-permissions';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { SwitchField } from '@/src/panel/kit/fields/switch-field';
import { useExtensionSetting } from '@/src/panel/kit/use-stored';
import { EXTENSION_SETTINGS } from '@/src/schema/values/extension-settings';
import { i18n } from '@/src/texts/i18n';

/** Turns system notifications on or off, for all chats. */
export function NotificationSwitch() {
  const { report } = useCommands();
  const { value: isWanted, choose } = useExtensionSetting('notifies');
  const isAllowed = usePermissions(askMayNotify, report);
  return (
    <fieldset disabled={isWanted === null || isAllowed === null}>
      <SwitchField
        label={i18n.t(EXTENSION_SETTINGS.notifies.label)}
        sentence={i18n.t(EXTENSION_SETTINGS.notifies.effect)}
        isOn={isWanted === true && isAllowed === true}
        onChange={(isChosen) => choose(isChosen, () => notifyWhenWaiting(isChosen))}
      />
    </fieldset>
  );
}

/** True if the browser allows Steward to show notifications. */
function askMayNotify(): Promise<boolean> {
  return browser.permissions.contains({ permissions: ['notifications'] });
}

/**
 * Turns notifications on or off. Must be called in a click handler before any await, since the browser requires a user
 * gesture. Rejects with `permission-missing` if the user or the browser refuses.
 */
async function notifyWhenWaiting(isWanted: boolean): Promise<void> {
  const isGranted = !isWanted || (await browser.permissions.request({ permissions: ['notifications'] }));
  if (!isGranted) {
    throw new StewardError('permission-missing', i18n.t('settings.notification.refused'), {
      remedy: i18n.t('settings.notification.refusedRemedy'),
    });
  }
  await browser.storage.local.set({ [EXTENSION_SETTINGS.notifies.key]: isWanted });
}
