import { hashJson } from '../hash';
import type { Json } from '../json';
import type { ChatSettings } from './chat';
import type { EndpointWaits } from './endpoint';
import type { Theme } from './theme';

/** The first fields of a file with exported settings. */
export const SETTINGS_FORMAT = 'steward-settings';
export const SETTINGS_VERSION = 1;

/** The settings of a chat that an export contains: how it sends and what bounds it, but not what the assistant may do. */
export const TRANSFERRED_SETTINGS = [
  'parameters',
  'streaming',
  'prompt',
  'requireToolCall',
  'toolResultLimit',
  'checkpointLimit',
  'roundsPerRun',
  'invalidAttemptLimit',
  'requestAttempts',
  'retryDelaySeconds',
  'contextBudgetTokens',
  'toolMemory',
  'cacheMode',
  'toolResultAgeing',
  'trimOldest',
  'generatesTitle',
] as const satisfies readonly (keyof ChatSettings)[];

/** The settings that the file of an exported chat offers: the user chooses which of them the imported chat has. */
export const OFFERED_SETTINGS = [...TRANSFERRED_SETTINGS, 'sendsMessages', 'keepsSessionLog'] as const;

export type OfferedSetting = (typeof OFFERED_SETTINGS)[number];

export type TransferredSettings = Pick<ChatSettings, (typeof TRANSFERRED_SETTINGS)[number]>;

/** Exported settings. No field has a key or a header. */
export interface SettingsFile {
  format: typeof SETTINGS_FORMAT;
  version: typeof SETTINGS_VERSION;
  exportedAtMs: number;
  theme: Theme;
  connections: { label: string; baseUrl: string; waits?: EndpointWaits | undefined }[];
  /** `connection`: place of the alias's connection among those of the file. */
  aliases: { name: string; connection: number; model: string }[];
  /** The settings of the chat that the file was exported from; null if there was none. */
  chat: TransferredSettings | null;
}

/** One change that an import would make, for the user to read. */
export type SettingsChange =
  | { what: 'connection'; name: string; from: null; to: string }
  /** `from` is null for a new alias. */
  | { what: 'alias'; name: string; from: string | null; to: string }
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

/** The changes of those settings of these names that differ. */
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

/** Those settings of `names`, as they are. */
export function pickSettings<Name extends OfferedSetting>(
  names: readonly Name[],
  settings: Pick<ChatSettings, Name>,
): Pick<ChatSettings, Name> {
  return Object.fromEntries(names.map((name) => [name, settings[name]])) as Pick<ChatSettings, Name>;
}

/** Settings in the file of an exported chat that differ from the user's. */
export type ChatOffer = { changes: ChatSettingChange[] } & Pick<SettingsPlan, 'declaresPageData'>;

/** The effect of an import. */
export interface SettingsPlan {
  changes: SettingsChange[];
  /** False if the chat's prompt would no longer say that text from pages is data. */
  declaresPageData: boolean;
  /** Identifies these changes: an import is refused if it would make others. */
  digest: string;
}
