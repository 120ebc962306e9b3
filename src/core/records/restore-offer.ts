import type { SettingsImport } from './settings-file';

/**
 * Contents of a backup, shown to the user before it is restored. `changes` has the connections, aliases and saved
 * prompts, and each system prompt of a chat that differs from a new chat's.
 */
export interface RestoreOffer extends Omit<SettingsImport, 'digest'> {
  chats: number;
  messages: number;
  /**
   * The sites in the backup: the origin of each, followed by the user's name for it, if there is one. They are
   * restored, but switched off.
   */
  sites: string[];
}
