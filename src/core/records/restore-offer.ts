import type { SettingsImport } from './settings-file';

/**
 * Contents of a backup, which the user reads before it is restored. `changes` has its connections, aliases and saved prompts, and each
 * system prompt of its chats that differs from that of a new chat.
 */
export interface RestoreOffer extends Omit<SettingsImport, 'digest'> {
  chats: number;
  messages: number;
  /** The origins of its sites. They are restored, but turned off. */
  sites: string[];
}
