import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decisions, inForce, normaliseRules, ruleMatcher } from '@/src/adapters/cli-proxy-api/exclusions';
import { searchBudget } from '@/src/adapters/kit/star-pattern';
import { inEnglish } from '@/tests/in-english';

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

const checked = (count: number) =>
  `${count} changed ${count === 1 ? 'model was' : 'models were'} compared with what clients get.`;
const yes = (count: number) => ({ value: 'yes', evidence: checked(count) });
const no = (evidence: string) => ({ value: 'no', evidence });
const UNKNOWN = { value: 'unknown', evidence: 'What clients get doesn’t show it.' };

describe('a change of rules', () => {
  const page = (rules: string[], accounts: { [provider: string]: string[] } | null) => ({
    providers: rules.length === 0 ? {} : { codex: rules },
    keys: {},
    entries: [],
    aliases: { codex: [{ name: 'gpt-4', alias: 'four' }] },
    catalogues: { codex: ['gpt-4', 'gpt-5', 'o1'] },
    accounts,
  });

  it.each<[string, string[], string[], { [provider: string]: string[] } | null, object]>([
    ['is in force once nothing serves what it excludes', [], ['gpt-*'], { codex: ['o1'] }, yes(2)],
    [
      'isn’t while an account serves it',
      [],
      ['gpt-*'],
      { codex: ['gpt-5', 'o1'] },
      no('Clients still get gpt-5.'),
    ],
    [
      'isn’t while it is served under an alias',
      [],
      ['gpt-4'],
      { codex: ['four'] },
      no('Clients still get gpt-4.'),
    ],
    [
      'isn’t while it is served with a prefix',
      [],
      ['gpt-5'],
      { codex: ['team/gpt-5'] },
      no('Clients still get gpt-5.'),
    ],
    [
      'isn’t before a model is served again',
      ['gpt-5'],
      [],
      { codex: ['o1'] },
      no('Clients don’t get gpt-5 yet.'),
    ],
    ['is in force once a model is served again', ['gpt-5'], [], { codex: ['gpt-5'] }, yes(1)],
    ['can’t be judged without an account', [], ['gpt-5'], { codex: [] }, UNKNOWN],
    ['can’t be judged if what accounts serve is unknown', [], ['gpt-5'], null, UNKNOWN],
    ['can’t be judged if it concerns no model', [], ['claude-*'], { codex: ['o1'] }, UNKNOWN],
  ])('%s', (_, before, after, accounts, found) => {
    const { value, evidence } = inForce(page(before, null), page(after, accounts));
    expect({ value, evidence: inEnglish(evidence) }).toEqual(found);
  });

  it('isn’t while an account serves the model, if another list still offers its name', () => {
    const both = (codex: string[], xai: string[]) => ({
      ...page(codex, { codex: ['gpt-5', 'o1'], xai: ['gpt-5'] }),
      providers: { codex, xai },
      catalogues: { codex: ['gpt-5', 'o1'], xai: ['gpt-5', 'grok'] },
    });
    const { value, evidence } = inForce(both([], []), both(['gpt-5'], ['grok']));
    expect({ value, evidence: inEnglish(evidence) }).toEqual(no('Clients still get gpt-5.'));
  });

  it('of 10,000 served models is compared in one pass', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `gpt-${index}`);
    const large = (rules: string[]) => ({
      ...page(rules, { codex: names }),
      catalogues: { codex: names },
    });
    const [before, now] = [large([]), large(['gpt-*'])];
    decisions.ofChange(now, { ...now, ...before });
    const started = performance.now();
    expect(inForce(before, now).value).toBe('no');
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  it('can’t be judged if the excluded model’s only name is an alias of another one', () => {
    const named = (rules: string[]) => ({
      ...page(rules, { codex: ['gpt-5', 'o1'] }),
      aliases: { codex: [{ name: 'o1', alias: 'gpt-5' }] },
    });
    const { value, evidence } = inForce(named([]), named(['gpt-5']));
    expect({ value, evidence: inEnglish(evidence) }).toEqual(UNKNOWN);
  });
});
