import type { ChatSettings } from './chat-settings';
import type { EndpointWaits } from './connection';
import type { Theme } from './values/theme';
import type { TRANSFERRED_SETTINGS } from './values/transferred-settings';

/** The first fields of a file with exported settings. */
export const SETTINGS_FORMAT = 'steward-settings';

export const SETTINGS_VERSION = 1;

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
