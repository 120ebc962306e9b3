import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  decideModels,
  isVisible,
  type ModelDecision,
  type RuleKind,
  type RuleSet,
} from '@/playground/filter/decide';
import { matchesModel } from '@/tests/fakes/matches-model';

const IDS = ['openai/gpt-4', 'openai/gpt-4-preview', 'openai/o1-preview'];

it('a whitelist rule goes before the ignore rules, of which the first decides', () => {
  const decided = decideModels(IDS, { ignore: ['none', '*-preview', 'o1*'], whitelist: ['x', 'gpt-4*'] });
  expect(decided.map(isVisible)).toEqual([true, true, false]);
  expect(decided.map(({ rule }) => rule)).toEqual([
    { kind: 'whitelist', pattern: 'gpt-4*', index: 1 },
    { kind: 'whitelist', pattern: 'gpt-4*', index: 1 },
    { kind: 'ignore', pattern: '*-preview', index: 1 },
  ]);
});

/** A reference implementation of {@link decideModels}: tries one rule after the other. */
function decidePlainly(ids: readonly string[], rules: RuleSet): ModelDecision[] {
  const first = (kind: RuleKind, id: string) => {
    const index = rules[kind].findIndex((pattern) => matchesModel(pattern, id));
    const pattern = rules[kind][index];
    return pattern === undefined ? null : { kind, pattern, index };
  };
  return ids.map((id) => {
    const name = id.slice(id.indexOf('/') + 1);
    const kept = first('whitelist', id);
    if (kept !== null) return { id, name, status: 'whitelisted', rule: kept };
    const hidden = first('ignore', id);
    return { id, name, status: hidden === null ? 'normal' : 'ignored', rule: hidden };
  });
}

it('equals trying each rule on each model, whatever was decided before', () => {
  const part = fc.constantFrom('gpt', '-4', 'o1', '-preview', '/', 'openai/', '😀', '\n', 'a', '');
  const texts = (one: fc.Arbitrary<string>, maxLength: number) =>
    fc.array(
      fc.array(one, { maxLength: 5 }).map((parts) => parts.join('')),
      { maxLength },
    );
  const list = texts(fc.oneof(part, fc.constantFrom('*', '?', '[!g]', '[a-z0-9]', '[')), 6);
  const rules = fc.array(fc.record({ ignore: list, whitelist: list }), { minLength: 1 });
  fc.assert(
    fc.property(texts(part, 10), rules, (ids, each) => {
      const decided = each.map((now) => decideModels(ids, now));
      expect(decided).toEqual(each.map((now) => decidePlainly(ids, now)));
    }),
  );
});

it('is correct for more patterns than are cached', () => {
  const many = Array.from({ length: 2_500 }, (_, at) => `gpt-${at}`);
  expect(decideModels(IDS, { ignore: many, whitelist: [] })[0]?.rule?.index).toBe(4);
  expect(decideModels(IDS, { ignore: many.toReversed(), whitelist: [] })[0]?.rule?.index).toBe(2_495);
});
