import { expect, it } from 'vitest';
import type { AddOutcome } from '@/playground/page/state/add-rules';
import { outcomeMessages } from '@/playground/page/view/rules/outcome-messages';

it.each<[AddOutcome, string[]]>([
  [{ pattern: 'a', kind: 'added', replaced: [] }, []],
  [{ pattern: 'a*', kind: 'added', replaced: ['ab', 'ac'] }, ['“a*” replaces “ab”, “ac”, which it covers.']],
  [{ pattern: 'ab', kind: 'covered', by: 'a*' }, ['Not added: “ab” is already covered by “a*”.']],
  [{ pattern: 'a', kind: 'duplicate' }, ['Not added: “a” is already in the list.']],
  [{ pattern: '', kind: 'invalid', problem: 'It is empty.' }, ['Not added: It is empty.']],
])('has the message for %j', (outcome, texts) => {
  expect(outcomeMessages([outcome]).map(({ text }) => text)).toEqual(texts);
});
