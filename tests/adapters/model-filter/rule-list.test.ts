import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decisionBudget } from '@/src/adapters/kit/rules/decision-budget';
import { createMatcher } from '@/src/adapters/kit/rules/matcher';
import {
  misnamedRules,
  newRuleProblem,
  problemInWords,
  ruleProblem,
} from '@/src/adapters/kit/rules/rule-problems';
import { addRule, coversAsText } from '@/src/adapters/model-filter/rule-list';
import golden from '../../fixtures/golden-coverage.json';
import { atOnce } from '../kit/at-once';

/** Joined, since linters would take a single string for a template. */
const VARIABLE = ['$', '{HOME}*'].join('');

describe('coverage', () => {
  it.each(golden)('of $newer by $older by text: $textual', ({ newer, older, textual }) => {
    expect(coversAsText(older, newer)).toBe(textual);
  });

  it.each([
    ['no model contradicts the texts', ['openai/gpt-x'], 'covered'],
    ['the newer rule matches a model that the older one misses', ['openai/gpt-4'], 'added'],
  ])('is decided by the models: %s', (_, ids, outcome) => {
    expect(atOnce(addRule(['gpt-[*'], 'gpt-[45]', ids, decisionBudget())).outcome).toBe(outcome);
  });
});

describe('adding a rule', () => {
  const ids = ['openai/gpt-4', 'openai/gpt-4o', 'openai/o1'];

  it.each([
    [
      'appends it',
      ['o1'],
      'gpt-4',
      { outcome: 'added', list: ['o1', 'gpt-4'], replaced: [], notCoveredBy: [], kept: [] },
    ],
    [
      'replaces what it covers',
      ['gpt-4', 'o1', 'gpt-4o'],
      'gpt-*',
      {
        outcome: 'added',
        list: ['o1', 'gpt-*'],
        replaced: ['gpt-4', 'gpt-4o'],
        notCoveredBy: [],
        kept: [],
      },
    ],
    [
      'adds what is covered by its text alone, and says by which model',
      ['gpt-[*'],
      'gpt-[4]*',
      {
        outcome: 'added',
        list: ['gpt-[*', 'gpt-[4]*'],
        replaced: [],
        notCoveredBy: [{ pattern: 'gpt-[*', model: 'gpt-4' }],
        kept: [],
      },
    ],
    [
      'keeps what it covers by its text alone, and says by which model',
      ['gpt-[4]*', 'gpt-[x]'],
      'gpt-[*',
      {
        outcome: 'added',
        list: ['gpt-[4]*', 'gpt-[*'],
        replaced: ['gpt-[x]'],
        notCoveredBy: [],
        kept: [{ pattern: 'gpt-[4]*', model: 'gpt-4' }],
      },
    ],
    [
      'is refused by one that really covers it, whatever another one does',
      ['gpt-[*', 'gpt-*'],
      'gpt-[4]*',
      { outcome: 'covered', by: ['gpt-*'] },
    ],
    ['refuses a rule that is there', ['gpt-4'], 'gpt-4', { outcome: 'duplicate' }],
    [
      'refuses a rule that others cover',
      ['g*', 'gpt-*'],
      'gpt-4',
      { outcome: 'covered', by: ['g*', 'gpt-*'] },
    ],
  ])('%s', (_, list, pattern, expected) => {
    expect(atOnce(addRule(list, pattern, ids, decisionBudget()))).toEqual(expected);
  });
});

describe('a new rule with an invisible character', () => {
  it.each([
    ['gpt\u0007', 'U+0007'],
    ['gpt\u200b-4', 'U+200B'],
    ['gpt\u202e', 'U+202E'],
    ['gpt\ufe0f', 'U+FE0F'],
    ['\u3164', 'U+3164'],
    ['gpt\u034f', 'U+034F'],
    ['gpt\u2800', 'U+2800'],
  ])('%j is refused, with the character’s name', (pattern, name) => {
    const problem = newRuleProblem(pattern, []);
    expect(problem).toBe('unseen');
    expect(problem && problemInWords(problem, pattern)).toBe(`it contains an invisible character: ${name}`);
  });

  it('is refused with the reason if it contains a variable that the proxy would expand', () => {
    expect(newRuleProblem(VARIABLE, [])).toBe('variable');
    expect(newRuleProblem('$HOME*', [])).toBeNull();
  });

  it.each(['gpt\u200b-4', VARIABLE])('%j is accepted if the rule exists already', (pattern) => {
    expect(newRuleProblem(pattern, [pattern])).toBeNull();
  });

  it('is accepted with letters of any alphabet', () => {
    expect(newRuleProblem('модель-模型*', [])).toBeNull();
  });
});

describe('validity as a rule', () => {
  it.each(['gpt-4', 'a b', '[z-a]', 'modèle*', 'x'.repeat(200)])('%j is valid', (pattern) => {
    expect(ruleProblem(pattern)).toBeNull();
  });

  it.each(['', '  ', ' a', 'a ', 'a,b', 'a\nb', 'a\r', 'a\u2028b', '\ud83d', 'x'.repeat(201)])(
    '%j is invalid',
    (pattern) => {
      expect(ruleProblem(pattern)).not.toBeNull();
    },
  );
});

it('the rule that is proposed for a name with brackets matches that name', () => {
  const name = fc.string({ unit: fc.constantFrom('a', '1', '[', ']', '!', '*', '?', '-'), minLength: 1 });
  fc.assert(
    fc.property(name, (text) => {
      const [misnamed] = misnamedRules({ ignore: [], whitelist: [] }, { ignore: [text], whitelist: [] }, [
        text,
      ]);
      const isMatched = createMatcher(text, decisionBudget())(text);
      expect(misnamed === undefined).toBe(isMatched);
      if (misnamed === undefined) return;
      expect(createMatcher(JSON.parse(misnamed.literal), decisionBudget())(text)).toBe(true);
    }),
  );
});
