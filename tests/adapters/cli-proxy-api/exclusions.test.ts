import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decisions, normaliseRules, ruleMatcher } from '@/src/adapters/cli-proxy-api/exclusions';
import { searchBudget } from '@/src/adapters/kit/star-pattern';

const matchesRule = (rule: string, id: string) => ruleMatcher(rule, searchBudget())(id);

describe('a rule', () => {
  it.each([
    ['gpt-5', 'gpt-5', true],
    ['GPT-5 ', ' gpt-5', true],
    ['*Preview*', 'gemini-3-preview-2', true],
    ['gpt-*-mini', 'gpt-mini', false],
    ['ab*ba', 'aba', false],
    ['**', '', true],
    ['*', 'anything', true],
    ['', '', true],
    ['gpt-?', 'gpt-5', false],
    ['gpt-[5]', 'gpt-5', false],
    ['\\*', '\\x', true],
  ])('%j on %j: %s', (rule, id, matches) => {
    expect(matchesRule(rule, id)).toBe(matches);
  });

  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'B', '*', '.', '-'), maxLength: 12 });
  const name = fc.string({ unit: fc.constantFrom('a', 'b', 'B', '.', '-'), maxLength: 16 });

  it('matches as the regular expression of the same meaning does', () => {
    fc.assert(
      fc.property(text, name, (rule, id) => {
        const parts = rule.split('*').map((part) => part.replace(/[.-]/g, '\\$&'));
        expect(matchesRule(rule, id)).toBe(new RegExp(`^${parts.join('.*')}$`, 'i').test(id));
      }),
    );
  });

  it('is decided at once for a hostile pattern and a long id', () => {
    const rule = `${'*a'.repeat(5_000)}*b`;
    const started = performance.now();
    expect(matchesRule(rule, 'a'.repeat(20_000))).toBe(false);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe('a list of rules', () => {
  it('is trimmed, in lower case, without empty and repeated ones, in its first order', () => {
    expect(normaliseRules([' B ', 'a', '', 'b', '  ', 'A', 'c'])).toEqual(['b', 'a', 'c']);
  });

  it('stays as it is when it is normalised again', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (rules) => {
        const once = normaliseRules(rules);
        expect(normaliseRules(once)).toEqual(once);
      }),
    );
  });
});

const CODEX = { kind: 'provider', id: 'codex' } as const;

it('every model has the rules that match it, names and patterns alike', () => {
  const rule = fc.string({ unit: fc.constantFrom('a', 'B', '*'), minLength: 1, maxLength: 3 });
  const id = fc.string({ unit: fc.constantFrom('a', 'A', 'b'), minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(rule), fc.array(id), (written, ids) => {
      const rules = normaliseRules(written);
      const lists = rules.length === 0 ? {} : { codex: rules };
      const context = {
        providers: lists,
        keys: {},
        entries: [],
        aliases: {},
        catalogues: { codex: ids },
        accounts: null,
      };
      for (const model of decisions.ofList(context, CODEX)) {
        const expected = rules.filter((each) => matchesRule(each, model.id));
        expect([...model.rules].sort()).toEqual(expected.sort());
      }
    }),
  );
});
