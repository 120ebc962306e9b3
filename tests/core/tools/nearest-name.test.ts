import { expect, it } from 'vitest';
import { nearestName } from '@/src/core/tools/nearest-name';

const known = ['add_ignore_rule', 'save_changes', 'save_change', 'mode'];

it.each([
  ['add_ignor_rule', 'add_ignore_rule'],
  ['ADD_Ignore_RULE', 'add_ignore_rule'],
  ['addIgnoreRule', 'add_ignore_rule'],
  ['save_chang', 'save_change'],
  ['save_changess', 'save_changes'],
  ['mo', 'mode'],
  ['m', null],
  ['delete_everything', null],
  ['', null],
  ['x'.repeat(1_000_000), null],
])('nearestName of %.20s is %s', (name, expected) => {
  expect(nearestName(name, known)).toBe(expected);
});

it('compares only the start of a long name', () => {
  expect(nearestName('a'.repeat(300), ['a'.repeat(200)])).toBe('a'.repeat(200));
});

it('prefers the first of several equally near names', () => {
  expect(nearestName('rule_3', ['rule_1', 'rule_2'])).toBe('rule_1');
});

it('returns null without known names', () => {
  expect(nearestName('mode', [])).toBeNull();
});
