import type { TextKey } from '@/src/texts/text-key';

/** A part of the settings, with a sheet of its own. */
export type SettingsPart =
  | 'connection'
  | 'aliases'
  | 'policy'
  | 'settings'
  | 'costs'
  | 'sites'
  | 'view'
  | 'transfer'
  | 'data';

interface SettingsEntry {
  part: SettingsPart;
  words: TextKey;
  /** Contents of the part, in one sentence. */
  sentence: TextKey;
  /** True if the part is about the open chat. */
  needsChat: boolean;
}

export const SETTINGS_PARTS: readonly SettingsEntry[] = [
  {
    part: 'connection',
    words: 'settings.part.connections',
    sentence: 'settings.part.connectionsHint',
    needsChat: false,
  },
  {
    part: 'aliases',
    words: 'settings.part.aliases',
    sentence: 'settings.part.aliasesHint',
    needsChat: false,
  },
  {
    part: 'policy',
    words: 'settings.part.policy',
    sentence: 'settings.part.policyHint',
    needsChat: true,
  },
  {
    part: 'settings',
    words: 'settings.part.chat',
    sentence: 'settings.part.chatHint',
    needsChat: true,
  },
  {
    part: 'costs',
    words: 'settings.part.costs',
    sentence: 'settings.part.costsHint',
    needsChat: true,
  },
  {
    part: 'sites',
    words: 'settings.part.sites',
    sentence: 'settings.part.sitesHint',
    needsChat: false,
  },
  {
    part: 'view',
    words: 'settings.part.view',
    sentence: 'settings.part.viewHint',
    needsChat: false,
  },
  {
    part: 'transfer',
    words: 'settings.part.transfer',
    sentence: 'settings.part.transferHint',
    needsChat: false,
  },
  {
    part: 'data',
    words: 'settings.part.data',
    sentence: 'settings.part.dataHint',
    needsChat: false,
  },
];
