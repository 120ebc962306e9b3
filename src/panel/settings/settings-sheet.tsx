import { ChevronRight, ExternalLink } from 'lucide-react';
import type { ComponentProps } from 'react';
import { browser } from 'wxt/browser';
import { textError } from '@/src/core/errors';
import { RecipeList } from '@/src/panel/data/saved-prompts/recipe-list';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { CommandErrors, useCommands } from '@/src/panel/kit/errors/command-errors';
import { Fold } from '@/src/panel/kit/fold';
import { Sheet } from '@/src/panel/kit/sheet';
import { t } from '@/src/texts/i18n';
import { AliasPanel } from './aliases/alias-panel';
import { KeyList } from './appearance/key-list';
import { PanelPlaces } from './appearance/panel-places';
import { ViewChoices } from './appearance/view-choices';
import { VoiceChoice } from './appearance/voice-choice';
import { ConnectionsPanel, type ConnectionsPanelProps } from './connection/connections-panel';
import { SitesPanel } from './sites/sites-panel';
import './settings.css';
import { usePermissions } from '@/src/panel/data/use-permissions';
import { ManagedSetting } from '@/src/panel/kit/fields/managed-fields';
import { SwitchField } from '@/src/panel/kit/fields/switch-field';
import { TextButton } from '@/src/panel/kit/text-button';
import { useExtensionSetting } from '@/src/panel/kit/use-stored';
import { EXTENSION_SETTINGS } from '@/src/schema/values/extension-settings';

interface SettingsSheetProps extends Pick<ComponentProps<typeof PanelPlaces>, 'place' | 'onDetach'> {
  /** Opens the settings of the shown chat; null without a chat. */
  onOpenChat: (() => void) | null;
  connections: ConnectionsPanelProps;
  /** True if the connections are unfolded at first. */
  showsConnections: boolean;
  onClose(): void;
}

/** The settings that hold for all chats, in folds, below a button that opens the settings of the shown chat. */
export function SettingsSheet(props: SettingsSheetProps) {
  const { onOpenChat, connections, showsConnections, place, onDetach, onClose } = props;
  const { perform, report } = useCommands();
  return (
    <Sheet title="settings.sheet.title" onClose={onClose}>
      <CommandErrorCard />
      <div className="folds">
        <button
          type="button"
          className="quiet settings-chat"
          aria-haspopup="dialog"
          disabled={onOpenChat === null}
          onClick={() => onOpenChat?.()}
        >
          <span className="fold-title">{t('settings.part.chat')}</span>
          <span className="secondary">{t('settings.part.chatHint')}</span>
          <ChevronRight className="icon" />
        </button>
        <Fold
          title="settings.part.connections"
          hint="settings.part.connectionsHint"
          isOpen={showsConnections}
        >
          <CommandErrors>
            <ConnectionsPanel {...connections} />
          </CommandErrors>
          <Fold title="settings.part.aliases">
            <CommandErrors>
              <AliasPanel connections={connections.connections} />
            </CommandErrors>
          </Fold>
        </Fold>
        <Fold title="settings.part.sites" hint="settings.part.sitesHint">
          <CommandErrors>
            <SitesPanel />
          </CommandErrors>
        </Fold>
        <Fold title="recipes.title">
          <RecipeList adapterId={null} />
        </Fold>
        <Fold title="settings.part.view" hint="settings.part.viewHint">
          <ViewChoices />
          <PanelPlaces place={place} onDetach={onDetach} onDetached={onClose} />
          <KeyList onError={report} />
        </Fold>
        <Fold title="settings.part.notifications">
          <ManagedSetting name="notifies">
            <NotificationSwitch />
          </ManagedSetting>
        </Fold>
        <Fold title="settings.part.voice">
          <ManagedSetting name="voiceInput">
            <VoiceChoice />
          </ManagedSetting>
        </Fold>
      </div>
      <div className="button-row">
        <TextButton
          icon={ExternalLink}
          text="settings.sheet.openInTab"
          onClick={() => void perform(() => browser.runtime.openOptionsPage())}
        />
      </div>
    </Sheet>
  );
}

/** Turns system notifications on or off, for all chats. */
export function NotificationSwitch() {
  const { report } = useCommands();
  const { value: isWanted, choose } = useExtensionSetting('notifies');
  const isAllowed = usePermissions(askMayNotify, report);
  return (
    <fieldset disabled={isWanted === null || isAllowed === null}>
      <SwitchField
        label={EXTENSION_SETTINGS.notifies.label}
        sentence={t(EXTENSION_SETTINGS.notifies.effect)}
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
    throw textError('permission-missing', 'settings.notification.refused');
  }
  await browser.storage.local.set({ [EXTENSION_SETTINGS.notifies.key]: isWanted });
}
