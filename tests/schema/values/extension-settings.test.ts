import { expect, it } from 'vitest';
import {
  EXTENSION_SETTINGS,
  type ExtensionSetting,
  readSetting,
} from '@/src/schema/values/extension-settings';
import { LOG_LEVELS } from '@/src/schema/values/log-level';

it.each<[ExtensionSetting, readonly unknown[]]>([
  ['theme', ['system', 'light', 'dark']],
  ['sendKey', ['ctrl-enter', 'enter']],
  ['logLevel', LOG_LEVELS],
  ['technicalRows', [true, false]],
  ['voiceInput', [true, false]],
  ['notifies', [true, false]],
  ['isOn', [true, false]],
])('the setting %s is read as it was stored', (name, values) => {
  expect(values.map((value) => readSetting(EXTENSION_SETTINGS[name], value))).toEqual(values);
});

it.each<[ExtensionSetting, unknown]>([
  ['theme', 'system'],
  ['sendKey', 'enter'],
  // Without payloads.
  ['logLevel', 'info'],
  ['technicalRows', false],
  ['voiceInput', false],
  ['notifies', false],
  ['isOn', true],
])('the setting %s is %j if nothing readable is stored', (name, expected) => {
  for (const stored of [undefined, null, 3, 'sepia', 'constructor', ['dark'], { theme: 'dark' }]) {
    expect(readSetting(EXTENSION_SETTINGS[name], stored)).toBe(expected);
  }
});
