import { expect, it } from 'vitest';
import { userDecisionText } from '@/src/panel/conversation/tool-card-model';
import type { Json } from '@/src/schema/values/json';
import { wordsOf } from '@/src/texts/i18n';

it.each<[string, Json, Json, string]>([
  ['another value', { pattern: 'a*' }, { pattern: 'b*' }, 'Edited by you'],
  ['a member more', { pattern: 'a*' }, { pattern: 'a*', provider: 'openai' }, 'Edited by you'],
  ['a member less', { pattern: 'a*', provider: 'openai' }, { pattern: 'a*' }, 'Edited by you'],
  ['another member', { a: 1 }, { b: 1 }, 'Edited by you'],
  [
    'a shorter list',
    { ignore: ['a', 'b', 'c'], whitelist: ['d', 'e'], mode: 'merge' },
    { ignore: ['a', 'c'], whitelist: ['d', 'e'], mode: 'merge' },
    '1 of 5 entries left out by you',
  ],
  ['a list with something else in it', { ignore: ['a', 'b'] }, { ignore: ['c'] }, 'Edited by you'],
  ['a list in another order', { ignore: ['a', 'b'] }, { ignore: ['b', 'a'] }, 'Edited by you'],
  ['a longer list', { ignore: ['a'] }, { ignore: ['a', 'b'] }, 'Edited by you'],
  [
    'shorter lists within a list',
    {
      rule_sets: [
        { provider: 'x', ignore: ['a', 'b'] },
        { provider: 'y', ignore: ['c'] },
      ],
    },
    {
      rule_sets: [
        { provider: 'x', ignore: ['a'] },
        { provider: 'y', ignore: [] },
      ],
    },
    '2 of 3 entries left out by you',
  ],
  [
    'objects omitted from a list',
    { sets: [{ a: 1 }, { a: 2 }] },
    { sets: [{ a: 2 }] },
    '1 of 2 entries left out by you',
  ],
  ['a list that became a text', { ignore: ['a'] }, { ignore: 'a' }, 'Edited by you'],
])('describes the user’s edit: %s', (_, proposed, ran, words) => {
  const data = { proposed, ran_with: ran, hidden: 5 };
  expect(wordsOf(userDecisionText({ success: true, message: 'Done.', data }) ?? '')).toBe(words);
});

it.each([
  ['without data', undefined],
  ['with other data', { hidden: 5 }],
])('returns null for a call that ran as proposed: %s', (_, data) => {
  expect(
    userDecisionText({ success: true, message: 'Done.', ...(data === undefined ? {} : { data }) }),
  ).toBeNull();
});
