import { modelNames, setRules } from './page-rules';
import { thorough } from './thorough';
import { expect, FILTER, test } from './tool-scenario';
import { fails, gives, type Step } from './tool-step';

const provider = 'openai';
const ignore = (pattern: string) => ({ rule_type: 'ignore', pattern });
const whitelist = (pattern: string) => ({ rule_type: 'whitelist', pattern });
const startingWith = (all: readonly string[], text: string) => all.filter((name) => name.startsWith(text));
const hasComma = { ...ignore('a,b'), outcome: 'invalid', why: expect.stringContaining('comma') };

/** Merged into the ignore rule `gpt-4o*`. */
const GIVEN = {
  ignore: ['gpt-3*', 'gpt-4o-mini', 'gpt-4o*', 'a,b'],
  whitelist: ['gpt-4o'],
  mode: 'merge',
};

function merged(all: readonly string[]) {
  const gpt3 = startingWith(all, 'gpt-3');
  return gives({
    provider,
    mode: 'merge',
    outcomes: [
      { ...ignore('gpt-3*'), outcome: 'added' },
      { ...ignore('gpt-4o-mini'), outcome: 'covered', covered_by: ['gpt-4o*'] },
      { ...ignore('gpt-4o*'), outcome: 'duplicate' },
      hasComma,
      { ...whitelist('gpt-4o'), outcome: 'added' },
    ],
    removed_rules: [],
    newly_hidden: gpt3,
    brought_back: ['gpt-4o'],
    unchanged: all.length - gpt3.length - 1,
    rules_without_effect: [],
  });
}

/** The lists after this call, which replaces those of the merge. */
function replacing(all: readonly string[]): Step {
  const o1 = startingWith(all, 'o1');
  const back = startingWith(all, 'gpt-4o').filter((name) => name !== 'gpt-4o');
  return [
    'import_rules',
    { ignore: ['o1*', 'gpt-3*', 'o1*', 'nothing-like-it'], whitelist: [], mode: 'replace' },
    gives({
      provider,
      mode: 'replace',
      outcomes: [
        { ...ignore('o1*'), outcome: 'added' },
        { ...ignore('gpt-3*'), outcome: 'kept' },
        { ...ignore('o1*'), outcome: 'duplicate' },
        { ...ignore('nothing-like-it'), outcome: 'added' },
      ],
      removed_rules: [ignore('gpt-4o*'), whitelist('gpt-4o')],
      newly_hidden: o1,
      brought_back: back,
      unchanged: all.length - o1.length - back.length,
      rules_without_effect: [{ ...ignore('nothing-like-it'), why: 'matches no model' }],
    }),
  ];
}

test(
  'an import does what its preview predicts, and reports each rule’s outcome',
  thorough(FILTER),
  async ({ scenario, filterPage }) => {
    const all = await modelNames(filterPage, provider);
    await setRules(filterPage, { openai: { ignore: ['gpt-4o*'], whitelist: [] } });
    const before = await filterPage.readRestorableState();
    // Replacing is all or nothing.
    const refused = fails('invalid_pattern', { provider, outcomes: [hasComma] }, 'comma');

    await scenario.runCalls([
      ['preview_rules', GIVEN, merged(all)],
      ['preview_rules', { ...GIVEN, mode: 'replace' }, refused],
      ['import_rules', { ...GIVEN, mode: 'replace' }, refused],
    ]);
    expect(await filterPage.readRestorableState()).toEqual(before);

    await scenario.runCalls([['import_rules', GIVEN, merged(all)]]);
    expect((await filterPage.readState()).drafts).toEqual({
      openai: { ignore: ['gpt-4o*', 'gpt-3*'], whitelist: ['gpt-4o'] },
    });
    const gpt3 = startingWith(all, 'gpt-3').length;
    const gpt4o = startingWith(all, 'gpt-4o').length;
    await expect(filterPage.rule('ignore', 'gpt-4o*')).toContainText(`hides ${gpt4o - 1}`);
    await expect(filterPage.rule('ignore', 'gpt-3*')).toContainText(`hides ${gpt3}`);
    await expect(filterPage.rule('whitelist', 'gpt-4o')).toContainText('keeps 1');

    await scenario.runCalls([replacing(all)]);
    expect((await filterPage.readState()).drafts).toEqual({
      openai: { ignore: ['o1*', 'gpt-3*', 'nothing-like-it'], whitelist: [] },
    });
    await expect(filterPage.rule('ignore', 'nothing-like-it')).toContainText('no effect now');
    const hidden = startingWith(all, 'o1').length + gpt3;
    expect(await filterPage.counts()).toEqual({ models: all.length, visible: all.length - hidden, hidden });
    const same = { provider, mode: 'merge', outcomes: [{ ...ignore('gpt-3*'), outcome: 'duplicate' }] };
    await scenario.runCalls([
      [
        'import_rules',
        { ignore: ['gpt-3*'], whitelist: [], mode: 'merge' },
        fails('nothing_to_change', same),
      ],
    ]);
  },
);
