import type { SettingsPart } from '@/src/panel/settings/settings-parts';

/** The sheets of the panel. At most one is open. */
export type OpenSheet =
  | SettingsPart
  | 'chats'
  | 'rebind'
  | 'checkpoints'
  | 'undo'
  | 'log'
  | 'all-settings'
  | 'new-chat'
  | 'model-settings';
