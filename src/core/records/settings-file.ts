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
  [Name in keyof TransferredSettings]: {
    what: 'chat';
    name: Name;
    from: TransferredSettings[Name];
    to: TransferredSettings[Name];
  };
}[keyof TransferredSettings];

/** The effect of an import. */
export interface SettingsPlan {
  changes: SettingsChange[];
  /** False if the chat's prompt would no longer say that text from pages is data. */
  declaresPageData: boolean;
  /** Identifies these changes: an import is refused if it would make others. */
  digest: string;
}
