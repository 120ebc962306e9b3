import { expect, it } from 'vitest';
import { choosePattern } from '@/playground/demo-model/choose-pattern';

const NAMES = [
  'claude-3-5-haiku',
  'claude-3.5-opus',
  'gemini-pro',
  'gpt-4',
  'gpt-40',
  'gpt-4o',
  'gpt-4o-mini',
];
const VENDORS = ['meta/Llama-3', 'meta/llama-2:free', 'openai/gpt-4o', 'x-llama/one'];

it.each([
  ['gpt-4', NAMES, 'gpt-4'],
  ['P/GPT-4', NAMES, 'gpt-4'],
  ['gpt-4 models', NAMES, 'gpt-4*'],
  ['gpt', NAMES, 'gpt*'],
  ['mini', NAMES, '*-mini*'],
  ['claude 3.5', NAMES, 'claude*3?5*'],
  ['4o mini', NAMES, '*-4o*mini*'],
  ['gem', NAMES, null],
  ['free', VENDORS, '*:free*'],
  ['meta', VENDORS, 'meta/*'],
  ['llama models', VENDORS, '*?lama*'],
  ['odd', ['odd*[name]', 'x'], 'odd*'],
  ['odd*[name]', ['odd*[name]', 'x'], 'odd[*][[]name]'],
])('matches %s among the names', (phrase, names, pattern) => {
  const words = phrase.replace(' models', '').split(' ');
  expect(choosePattern({ words, isFamily: phrase.endsWith(' models') }, 'p', names)).toBe(pattern);
});
