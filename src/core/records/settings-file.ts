import type { ChatSettings } from '@/src/schema/chat-settings';
import type { Theme } from '@/src/schema/values/extension-settings';
import type { Json } from '@/src/schema/values/json';
import type { OFFERED_SETTINGS } from '@/src/schema/values/transferred-settings';
import { hashJson } from '../hash';

export type OfferedSetting = (typeof OFFERED_SETTINGS)[number];

/** One change that an import would make, for the user to read. */
export type SettingsChange =
  | { what: 'connection'; name: string; from: null; to: string }
  /** `from` is null for a new alias. */
  | { what: 'alias'; name: string; from: string | null; to: string }
  /** Name and text of a saved prompt; `from` is null for a new one. */
  | { what: 'saved-prompt'; name: string; from: string | null; to: string }
  | { what: 'theme'; from: Theme; to: Theme }
  | ChatSettingChange;

/** The change of one of a chat's settings. */
export type ChatSettingChange = {
  [Name in OfferedSetting]: {
    what: 'chat';
    name: Name;
    from: ChatSettings[Name];
    to: ChatSettings[Name];
  };
}[OfferedSetting];

/** One change for each of the named settings whose values differ. */
export function changedSettings<Name extends OfferedSetting>(
  names: readonly Name[],
  from: Pick<ChatSettings, Name>,
  to: Pick<ChatSettings, Name>,
): ChatSettingChange[] {
  return names
    .filter((name) => hashJson(from[name] as Json) !== hashJson(to[name] as Json))
    .map((name) => {
      // Both values are of this setting, which the compiler doesn't see.
      return { what: 'chat', name, from: from[name], to: to[name] } as ChatSettingChange;
    });
}

export function pickSettings<Name extends OfferedSetting>(
  names: readonly Name[],
  settings: Pick<ChatSettings, Name>,
): Pick<ChatSettings, Name> {
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as Pick<ChatSettings, Name>;
}

/** Settings in the file of an exported chat that differ from the user's. */
export type ChatOffer = { changes: ChatSettingChange[] } & Pick<SettingsImport, 'declaresPageData'>;

export interface SettingsImport {
  changes: SettingsChange[];
  /** False if the chat's prompt would no longer say that text from pages is data. */
  declaresPageData: boolean;
  /** Identifies these changes: an import is refused if it would make others. */
  digest: string;
}
