// @document
import { expect, it } from 'vitest';
import { toolInWords, wordsByTool } from '@/src/panel/data/tool-words';
import type { JsonObject } from '@/src/schema/values/json';
import type { TextId } from '@/src/schema/values/said';

const HIDE = 'model-filter.call.addIgnoreRule';

it.each<[string, TextId | null, JsonObject, string | null]>([
  ['has the values of arguments', HIDE, { pattern: '*' }, 'Hide <*>'],
  ['is missing while an argument is', HIDE, {}, null],
  ['has the one site that it names', HIDE, { pattern: '*', targets: ['north'] }, 'Hide <*> · on north'],
  [
    'has the number of sites that it names',
    HIDE,
    { pattern: '*', targets: ['a', 'b'] },
    'Hide <*> · on 2 sites',
  ],
  ['says that it is on all sites', HIDE, { pattern: '*', targets: ['all'] }, 'Hide <*> · on all sites'],
  ['is missing without a text', null, { pattern: '*' }, null],
])('the line of a call %s', (_, line, args, expected) => {
  const words = wordsByTool([{ name: 'hide', line, isCommit: false, views: [] }], []);
  const shown = words.get('hide')?.line(args) ?? null;
  expect(shown?.map(({ text, isValue }) => (isValue ? `<${text}>` : text)).join('') ?? null).toBe(expected);
});

it.each<[string, TextId | undefined, string]>([
  ['has “…” for arguments', HIDE, 'Hide …'],
  ['has both words of a choice', 'open-webui.call.setModelsEnabled', 'Enable or disable'],
  ['is its name if it has no text', undefined, 'hide'],
])('a tool in words %s', (_, line, words) => {
  expect(toolInWords({ name: 'hide', ...(line === undefined ? {} : { line }) })).toBe(words);
});
