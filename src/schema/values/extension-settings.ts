import { LANGUAGES } from '#texts';
import type { TextKey } from './said';
import type { ValueOf, ValueRow } from './setting-row';

/** The row of a setting that is stored by itself. */
type StoredRow = ValueRow & {
  /** Its key in storage.local. */
  key: string;
};

/** A language of Steward's texts, as a BCP 47 tag. */
export type Language = (typeof LANGUAGES)[number];

/** The names of the languages, each in its own language. */
const LANGUAGE_NAMES = Object.fromEntries(
  LANGUAGES.map((tag) => [tag, `appearance.language.names.${tag}`]),
) as Readonly<Record<Language, TextKey>>;

/** The settings of the whole extension, each stored under a key of its own in storage.local. */
export const EXTENSION_SETTINGS = {
  /** `system` follows the operating system. */
  theme: {
    key: 'theme',
    kind: 'choice',
    choices: {
      system: 'appearance.theme.system',
      light: 'appearance.theme.light',
      dark: 'appearance.theme.dark',
    },
    default: 'system',
    label: 'appearance.theme.legend',
  },
  /** The language of Steward's texts; `system` follows the browser. */
  language: {
    key: 'language',
    kind: 'choice',
    choices: { system: 'appearance.language.system', ...LANGUAGE_NAMES },
    default: 'system',
    label: 'appearance.language.legend',
  },
  /** The key that sends a message. With both values, Ctrl or Cmd with Enter sends, and Shift with Enter breaks the line. */
  sendKey: {
    key: 'send-key',
    kind: 'choice',
    choices: { 'ctrl-enter': 'composer.keys.send', enter: 'appearance.sendKey.enterSends' },
    default: 'enter',
    label: 'appearance.sendKey.enterSends',
    effect: 'appearance.sendKey.explanation',
  },
  /** If true, the conversation shows system prompts, requests for titles and summaries, tokens, checkpoints, and all times. */
  technicalRows: {
    key: 'technical-rows',
    kind: 'switch',
    default: false,
    label: 'appearance.technicalRows.label',
    effect: 'appearance.technicalRows.explanation',
  },
  /** If true, the message field has a microphone. */
  voiceInput: {
    key: 'voice-input',
    kind: 'switch',
    default: false,
    label: 'appearance.voice.label',
    effect: 'appearance.voice.explanation',
  },
  /** If true, notifications say what waits for the user and which runs ended. */
  notifies: {
    key: 'notify-when-waiting',
    kind: 'switch',
    default: false,
    label: 'settings.notification.switch',
    effect: 'settings.notification.explanation',
  },
  /** False while Steward is switched off on every page. */
  isOn: {
    key: 'is-steward-on',
    kind: 'switch',
    default: true,
    label: 'sites.everywhere.isOn',
    effect: 'sites.everywhere.explanation',
  },
  /** The least severe level that the log keeps. The default excludes payloads. */
  logLevel: {
    key: 'log-level',
    kind: 'choice',
    choices: {
      error: 'log.level.errorsOnly',
      warning: 'log.level.warningsAndAbove',
      info: 'log.level.infoAndAbove',
      debug: 'log.level.debugAndAbove',
    },
    default: 'info',
    label: 'log.level.label',
  },
} as const satisfies Readonly<Record<string, StoredRow>>;

export type ExtensionSetting = keyof typeof EXTENSION_SETTINGS;

export type ExtensionValue<Name extends ExtensionSetting> = ValueOf<(typeof EXTENSION_SETTINGS)[Name]>;

export type Theme = ExtensionValue<'theme'>;

/** A stored switch or choice; the default if nothing is stored, or a value that only another version has. */
export function readSetting<Row extends (typeof EXTENSION_SETTINGS)[ExtensionSetting]>(
  row: Row,
  stored: unknown,
): ValueOf<Row> {
  const isKnown =
    row.kind === 'switch'
      ? typeof stored === 'boolean'
      : typeof stored === 'string' && Object.hasOwn(row.choices, stored);
  // Both have the setting's type, which the compiler can't infer.
  return (isKnown ? stored : row.default) as ValueOf<Row>;
}
