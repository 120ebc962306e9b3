import type { SettingsImport } from './settings-file';

/**
 * Contents of a backup, shown to the user before it is restored. `changes` has the connections, aliases and saved
 * prompts, and each system prompt of a chat that differs from a new chat’s.
 */
export interface RestoreOffer extends Omit<SettingsImport, 'digest'> {
  chats: number;
  messages: number;
  /** Origins of the sites in the backup. They are restored, but switched off. */
  sites: string[];
}
