import { expect, it } from 'vitest';
import { newChatSettings } from '@/src/core/records/chat';
import type { ChatSettingChange } from '@/src/core/records/settings-file';
import { settingText } from '@/src/panel/data/change-list';
import { TRANSFERRED_SETTINGS } from '@/src/schema/values/transferred-settings';

type TransferredSetting = (typeof TRANSFERRED_SETTINGS)[number];

const DEFAULTS = newChatSettings();

function changeOf(name: TransferredSetting, to: unknown): ChatSettingChange {
  return { what: 'chat', name, from: DEFAULTS[name], to } as ChatSettingChange;
}

it.each<[TransferredSetting, unknown, string, string]>([
  [
    'parameters',
    { ...DEFAULTS.parameters, temperature: 0.5, maxTokens: 1_000 },
    'the endpoint’s defaults',
    'temperature 0.5 and at most 1,000 tokens',
  ],
  ['streaming', false, 'on', 'off'],
  ['toolResultLimit', 5_000, '20,000', '5,000'],
  [
    'toolMemory',
    { enabled: true, forgetAfterConclusions: 0 },
    'off (on: forget after 1 turn)',
    'on: forget immediately',
  ],
  ['cacheMode', 'cached', 'Off', 'System prompt + messages'],
  [
    'toolResultAgeing',
    { enabled: false, limitCharacters: 500 },
    'off (on: cut to 4,000 characters)',
    'off (on: cut to 500 characters)',
  ],
  [
    'trimOldest',
    { enabled: true, budgetTokens: 9_000 },
    'off (on: requests above 180,000 tokens)',
    'on: requests above 9,000 tokens',
  ],
  [
    'prompt',
    {
      baseTemplate: '{{ sections }}',
      overrides: { 'steward:role': 'A pirate $1 {key}.' },
      exclusions: ['a:b'],
    },
    'Steward’s own prompt',
    'Layout: {{ sections }}\nsteward:role is replaced: A pirate $1 {key}.\na:b is left out',
  ],
])('a change of %s to %j is worded', (name, to, before, after) => {
  expect(settingText(changeOf(name, to), 'from')).toBe(before);
  expect(settingText(changeOf(name, to), 'to')).toBe(after);
});

it.each(TRANSFERRED_SETTINGS.map((name) => [name]))('%s has no JSON in its words', (name) => {
  expect(settingText(changeOf(name, DEFAULTS[name]), 'from')).not.toMatch(/[{}"]|all-off|true|false|null/);
});
