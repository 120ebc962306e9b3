import { expect, it } from 'vitest';
import type { AddOutcome } from '@/playground/page/state/add-rules';
import type { ImportPreview } from '@/playground/page/state/import-preview';
import {
  type ImportLine,
  importHint,
  importLine,
  rulesText,
} from '@/playground/page/view/dialogs/import-words';

const PREVIEW: ImportPreview = {
  outcomes: [],
  duplicates: 0,
  rulesBefore: 12,
  rulesAfter: 15,
  removed: [],
  newlyHidden: [],
  broughtBack: [],
  unchanged: 4,
  canImport: true,
};
const REFUSED: AddOutcome = { pattern: 'x', kind: 'invalid', problem: 'It is long.' };

it.each<[AddOutcome, boolean, ImportLine['tone'], string]>([
  [{ pattern: 'a', kind: 'added', replaced: [] }, false, 'added', 'added'],
  [{ pattern: 'a', kind: 'added', replaced: [] }, true, 'kept', 'stays'],
  [
    { pattern: 'a*', kind: 'added', replaced: ['ab', 'ac'] },
    false,
    'added',
    'added in place of “ab”, “ac”, which it covers',
  ],
  [{ pattern: 'ab', kind: 'covered', by: 'a*' }, false, 'skipped', 'left out: covered by “a*”'],
  [{ pattern: 'a', kind: 'duplicate' }, true, 'skipped', 'already in the list'],
  [REFUSED, false, 'refused', 'refused: It is long.'],
])('%j (in the list: %s) is shown as %s: %s', (outcome, isPresent, tone, text) => {
  expect(importLine(outcome, isPresent)).toEqual({ pattern: outcome.pattern, tone, text });
});

it.each([
  [{}, '12 → 15 rules'],
  [{ rulesAfter: 1 }, '12 → 1 rule'],
  [{ duplicates: 2 }, '12 → 15 rules, 2 named more than once'],
])('counts with %j: %s', (changed, text) => {
  expect(rulesText({ ...PREVIEW, ...changed })).toBe(text);
});

it.each<[string, Partial<ImportPreview>, 'merge' | 'replace', boolean, string | null]>([
  ['what can be imported needs no hint', {}, 'merge', false, null],
  ['nothing changes', { canImport: false }, 'merge', false, 'The list would stay as it is.'],
  [
    'one pattern is refused',
    { canImport: false, outcomes: [REFUSED] },
    'merge',
    false,
    'Correct or remove the refused pattern to import.',
  ],
  [
    'two patterns are refused',
    { canImport: false, outcomes: [REFUSED, { ...REFUSED, pattern: 'y' }] },
    'replace',
    false,
    'Correct or remove the 2 refused patterns to import.',
  ],
  ['nothing is merged', { canImport: false }, 'merge', true, 'Nothing is named yet.'],
  [
    'nothing takes the place of the list',
    { rulesAfter: 0 },
    'replace',
    true,
    'Nothing is named: this clears the list of ignore rules.',
  ],
  [
    'nothing takes the place of nothing',
    { rulesBefore: 0, rulesAfter: 0, canImport: false },
    'replace',
    true,
    'Nothing is named yet, and the list is empty.',
  ],
])('%s', (_, changed, mode, isEmpty, hint) => {
  expect(importHint({ ...PREVIEW, ...changed }, { kind: 'ignore', mode, isEmpty })).toBe(hint);
});
