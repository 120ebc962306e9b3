import type { OpenSheet } from '@/src/panel/shell/open-sheet';
import type { TextKey } from '@/src/texts/text-key';

/** An entry of the list of settings. */
interface SettingsPart {
  sheet: Exclude<OpenSheet, 'all-settings'>;
  words: TextKey;
  /** Its contents, in one sentence. */
  sentence: TextKey;
  /** True if it is about the chat that is shown. */
  needsChat: boolean;
}

/** All settings of the panel, by sheet. */
export const SETTINGS_PARTS: readonly SettingsPart[] = [
  {
    sheet: 'connection',
    words: 'settings.part.connections',
    sentence: 'settings.part.connectionsHint',
    needsChat: false,
  },
  {
    sheet: 'aliases',
    words: 'settings.part.aliases',
    sentence: 'settings.part.aliasesHint',
    needsChat: false,
  },
  {
    sheet: 'policy',
    words: 'settings.part.policy',
    sentence: 'settings.part.policyHint',
    needsChat: true,
  },
  {
    sheet: 'settings',
    words: 'settings.part.chat',
    sentence: 'settings.part.chatHint',
    needsChat: true,
  },
  {
    sheet: 'costs',
    words: 'settings.part.costs',
    sentence: 'settings.part.costsHint',
    needsChat: true,
  },
  {
    sheet: 'sites',
    words: 'settings.part.sites',
    sentence: 'settings.part.sitesHint',
    needsChat: false,
  },
  {
    sheet: 'view',
    words: 'settings.part.view',
    sentence: 'settings.part.viewHint',
    needsChat: false,
  },
  {
    sheet: 'transfer',
    words: 'settings.part.transfer',
    sentence: 'settings.part.transferHint',
    needsChat: false,
  },
  {
    sheet: 'data',
    words: 'settings.part.data',
    sentence: 'settings.part.dataHint',
    needsChat: false,
  },
];
