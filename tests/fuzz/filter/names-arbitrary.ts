import fc from 'fast-check';
import { weighted } from '../arbitraries';

const VENDORS = ['', '', 'openai/', 'openrouter/', 'a/b/'];
// Names that almost match each other's patterns, and names that look like patterns.
const STEMS = [
  'gpt-4',
  'gpt-4o',
  'gpt-5',
  'GPT-4',
  'o1',
  'any*',
  'anything',
  'which?',
  'model[0-9]',
  'model7',
  'gpt-[',
];
const ODD_STEMS = ['été 7b', '通义', '🧪', '🧪🧪', 'team\\x', "o'b", '$5', '#2'];
const ENDS = ['', '-preview', '-preview-2024', '-mini', ':free', ' (x)', '+t', '@1', ', x'];

const name = fc
  .tuple(
    fc.constantFrom(...VENDORS),
    weighted([3, fc.constantFrom(...STEMS)], [1, fc.constantFrom(...ODD_STEMS)]),
    fc.constantFrom(...ENDS),
  )
  .map((parts) => parts.join(''));

/** A provider's names: few enough for a test, and similar enough for patterns to miss some. */
export const nameLists = fc.uniqueArray(name, { minLength: 10, maxLength: 30 });
