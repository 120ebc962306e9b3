import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decideModels,
  isVisible,
  type ModelDecision,
  type RuleKind,
  type RuleSet,
} from '@/playground/filter/decide';
import { matchesModel } from '@/tests/fakes/matches-model';

const IDS = ['openai/gpt-4', 'openai/gpt-4-preview', 'openai/o1-preview'];

it('reports the first ignore rule that matches', () => {
  const rules = { ignore: ['none', '*-preview', 'o1*'], whitelist: [] };
  expect(decideModels(IDS, rules)[2]).toEqual({
    id: 'openai/o1-preview',
    name: 'o1-preview',
    status: 'ignored',
    rule: { kind: 'ignore', pattern: '*-preview', index: 1 },
  });
});

it('prefers the whitelist to the ignore list', () => {
  const decisions = decideModels(IDS, { ignore: ['*'], whitelist: ['x', 'gpt-4'] });
  expect(decisions.map((decision) => decision.status)).toEqual(['whitelisted', 'ignored', 'ignored']);
  expect(decisions.map(isVisible)).toEqual([true, false, false]);
  expect(decisions[0]?.rule).toEqual({ kind: 'whitelist', pattern: 'gpt-4', index: 1 });
});

it('hides nothing with only a whitelist', () => {
  const decisions = decideModels(IDS, { ignore: [], whitelist: ['gpt-4'] });
  expect(decisions.every(isVisible)).toBe(true);
});

type Change =
  | { change: 'added'; pattern: string; at: number }
  | { change: 'removed' | 'moved'; at: number }
  | { change: 'replaced'; list: string[] };

const UNCHANGED: Change = { change: 'moved', at: 0 };

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

describe('deciding the same list again', () => {
  const part = fc.constantFrom('gpt', '-4', 'o1', '-preview', '/', 'openai/', '😀', '\n', 'a', '');
  const id = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''));
  const sign = fc.constantFrom('*', '?', '[!g]', '[a-z0-9]', '[');
  const pattern = fc.array(fc.oneof(part, sign), { maxLength: 5 }).map((parts) => parts.join(''));
  const list = fc.array(pattern, { maxLength: 6 });
  const rules = fc.record({ ignore: list, whitelist: list });
  const change = fc.oneof(
    fc.record({ change: fc.constant('added' as const), pattern, at: fc.nat() }),
    fc.record({ change: fc.constantFrom('removed' as const, 'moved' as const), at: fc.nat() }),
    fc.record({ change: fc.constant('replaced' as const), list }),
  );
  const changes = fc.array(fc.tuple(fc.constantFrom<RuleKind>('ignore', 'whitelist'), change));

  const changed = (before: readonly string[], how: Change): string[] => {
    switch (how.change) {
      case 'added':
        return before.toSpliced(how.at % (before.length + 1), 0, how.pattern);
      case 'removed':
        return before.toSpliced(how.at % (before.length + 1), 1);
      case 'moved':
        return [
          ...before.slice(how.at % (before.length + 1)),
          ...before.slice(0, how.at % (before.length + 1)),
        ];
      case 'replaced':
        return how.list;
    }
  };

  it('equals trying each rule on each model, whatever was decided before', () => {
    fc.assert(
      fc.property(fc.array(id), rules, changes, (ids, start, changes) => {
        let now: RuleSet = start;
        for (const [kind, how] of [['ignore', UNCHANGED] as const, ...changes]) {
          now = { ...now, [kind]: changed(now[kind], how) };
          const expected = decidePlainly(ids, now);
          expect(decideModels(ids, now)).toEqual(expected);
        }
      }),
    );
  });

  it('leaves earlier results unchanged', () => {
    const earlier = decideModels(IDS, { ignore: ['o1*'], whitelist: [] });
    const copy = structuredClone(earlier);
    decideModels(IDS, { ignore: ['*'], whitelist: ['gpt-4'] });
    expect(earlier).toEqual(copy);
  });

  it('is correct for more patterns than are cached', () => {
    const ids = IDS.slice();
    const many = Array.from({ length: 2_500 }, (_, at) => `gpt-${at}`);
    expect(decideModels(ids, { ignore: many, whitelist: [] })[0]?.rule?.index).toBe(4);
    expect(decideModels(ids, { ignore: many.toReversed(), whitelist: [] })[0]?.rule?.index).toBe(2_495);
  });
});
