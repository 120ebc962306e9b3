import type { SettingsImport } from './settings-file';

/**
 * Contents of a backup, for the user to read before it is restored. Its changes are connections, aliases and saved prompts, and the
 * different system prompts of its chats.
 */
export interface RestoreOffer extends Omit<SettingsImport, 'digest'> {
  chats: number;
  messages: number;
  /** The origins of its sites, which are restored switched off. */
  sites: string[];
}
