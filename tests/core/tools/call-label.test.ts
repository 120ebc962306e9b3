import { expect, it } from 'vitest';
import { callLabel } from '@/src/core/tools/call-label';

it.each([
  ['add_ignore_rule', { pattern: '*-preview*' }, 'add_ignore_rule("*-preview*")'],
  ['save_changes', {}, 'save_changes()'],
  ['import', { mode: 'merge', rules: ['a'] }, 'import(mode: "merge", rules: ["a"])'],
  ['add', { text: 'x'.repeat(58) }, `add("${'x'.repeat(58)}")`],
  ['add', { text: 'x'.repeat(59) }, `add("${'x'.repeat(58)}…)`],
])('callLabel of %s with %j', (name, args, label) => {
  expect(callLabel(name, args)).toBe(label);
});
