import { TriangleAlert } from 'lucide-react';
import { browser } from 'wxt/browser';
import { StewardError } from '@/src/core/errors';
import { policyOf } from '@/src/core/policy/policy-settings';
import { useDefinition } from '@/src/panel/data/load-definition';
import { sendCommand } from '@/src/panel/data/send-command';
import { usePermissions } from '@/src/panel/data/use-permissions';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { DismissibleError } from '@/src/panel/kit/errors/dismissible-error';
import { Sheet } from '@/src/panel/kit/sheet';
import { useExtensionSetting } from '@/src/panel/kit/use-stored';
import type { Chat } from '@/src/schema/chat';
import type { PolicySettings } from '@/src/schema/chat-settings';
import type { PageTool } from '@/src/schema/page-tool';
import { EXTENSION_SETTINGS } from '@/src/schema/values/extension-settings';
import { i18n } from '@/src/texts/i18n';
import { useAppliedSettings } from '../chat/use-applied-settings';
import { PolicyChoice } from './policy-choice';
import { ToolRules } from './tool-rules';
import './policy.css';

interface PolicySheetProps {
  chat: Chat;
  /** True if changes of the chat's page take effect without a save; null if the page isn't connected. */
  goesLive: boolean | null;
  onClose(): void;
}

/** A chat's policy: a predefined one, plan mode, and the user's rules for single tools. */
export function PolicySheet({ chat, goesLive, onClose }: PolicySheetProps) {
  const { error, report, dismiss } = useCommands();
  // One setting: a policy from another window replaces a choice as a whole, as saving does.
  const { shown, change } = useAppliedSettings<{ policy: PolicySettings }>(
    { policy: policyOf(chat.settings) },
    (changed): Promise<unknown> =>
      sendCommand({ type: 'set-policy', chatId: chat.id, ...shown.policy, ...changed.policy }),
  );
  const choose = (policy: PolicySettings) => change({ policy });
  return (
    <Sheet title={i18n.t('policy.sheet.title')} onClose={onClose}>
      <div className="sheet-body policy">
        <DismissibleError error={error} onDismiss={dismiss} />
        <p className="secondary">{i18n.t('policy.sheet.scope')}</p>
        {goesLive === true && chat.binding !== null && (
          <LiveNote adapterId={chat.binding.adapterId} pageTools={chat.pageTools} onError={report} />
        )}
        <PolicyChoice policy={shown.policy} onChange={choose} />
        {chat.binding !== null && (
          <ToolRules
            adapterId={chat.binding.adapterId}
            pageTools={chat.pageTools}
            policy={shown.policy}
            goesLive={goesLive}
            onChange={choose}
            onError={report}
          />
        )}
        <NotificationSwitch />
      </div>
    </Sheet>
  );
}

/** Turns system notifications on or off, for all chats. */
function NotificationSwitch() {
  const { report } = useCommands();
  const { value: isWanted, choose } = useExtensionSetting('notifies');
  const isAllowed = usePermissions(askMayNotify, report);
  return (
    <label className="policy-choice policy-notice">
      <input
        type="checkbox"
        checked={isWanted === true && isAllowed === true}
        disabled={isWanted === null || isAllowed === null}
        onChange={(event) => {
          const isChosen = event.target.checked;
          choose(isChosen, () => notifyWhenWaiting(isChosen));
        }}
      />
      <span className="choice-text">
        <span>{i18n.t(EXTENSION_SETTINGS.notifies.label)}</span>
        <span className="secondary">{i18n.t(EXTENSION_SETTINGS.notifies.effect)}</span>
      </span>
    </label>
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
    throw new StewardError('permission-missing', i18n.t('policy.notification.refused'), {
      remedy: i18n.t('policy.notification.refusedRemedy'),
    });
  }
  await browser.storage.local.set({ [EXTENSION_SETTINGS.notifies.key]: isWanted });
}

interface LiveNoteProps {
  adapterId: string;
  pageTools: readonly PageTool[];
  onError(error: unknown): void;
}

/** States why every change of a page without a save needs approval. Nothing while the adapter's definition loads. */
function LiveNote({ adapterId, pageTools, onError }: LiveNoteProps) {
  const definition = useDefinition(adapterId, pageTools, onError);
  if (definition === null) return null;
  const { effectNote } = definition;
  return (
    <p className="policy-live">
      <TriangleAlert className="icon" aria-hidden="true" />
      <span>
        {effectNote === undefined
          ? i18n.t('policy.live.explanation')
          : i18n.t('policy.live.explanationAfterNote', { note: effectNote })}
      </span>
    </p>
  );
}
