import type { OpenSheet } from '../open-sheet';

/** An entry of the list of settings. */
interface SettingsPart {
  sheet: Exclude<OpenSheet, 'all-settings'>;
  words: string;
  /** Its contents, in one sentence. */
  sentence: string;
  /** True if it is about the chat that is shown. */
  needsChat: boolean;
}

/** All settings of the panel, by sheet. */
export const SETTINGS_PARTS: readonly SettingsPart[] = [
  {
    sheet: 'connection',
    words: 'Connections',
    sentence: 'The endpoints that answer, with their keys, time limits and a test.',
    needsChat: false,
  },
  {
    sheet: 'aliases',
    words: 'Model aliases',
    sentence: 'Your own names for models, at the top of the list of models.',
    needsChat: false,
  },
  {
    sheet: 'policy',
    words: 'What Steward may do',
    sentence: 'Which tools of this chat run, ask first or never run.',
    needsChat: true,
  },
  {
    sheet: 'settings',
    words: 'Chat settings',
    sentence: 'What this chat sends, its limits, and its system prompt.',
    needsChat: true,
  },
  {
    sheet: 'costs',
    words: 'Context and costs',
    sentence: 'The token budget of this chat, and the size of its context window.',
    needsChat: true,
  },
  {
    sheet: 'sites',
    words: 'Sites',
    sentence: 'The sites that Steward may access by itself, each with a switch.',
    needsChat: false,
  },
  {
    sheet: 'view',
    words: 'View',
    sentence: 'Light or dark, compact, all keys, the microphone, and the panel in a window or tab.',
    needsChat: false,
  },
  {
    sheet: 'transfer',
    words: 'Export and import',
    sentence: 'All of this as a file, without keys, and from a file.',
    needsChat: false,
  },
  {
    sheet: 'data',
    words: 'Data',
    sentence: 'Backup, check and deletion of all that is stored.',
    needsChat: false,
  },
];
