import { describe, expect, it } from 'vitest';
import { readPageState } from '../../../playground/demo-model/read-page-state';
import { groupedStateLines, pageStateLines } from './demo-requests';

describe('readPageState', () => {
  it('reads rules, counts and the rule that decides each model', () => {
    const page = readPageState(
      pageStateLines({
        names: ['gpt-4.1', 'gpt-4o', 'o1-preview'],
        rules: { ignore: ['*-preview*', 'a "quoted", odd\trule'], whitelist: ['gpt-4o'] },
        unsaved: ['gemini', 'openai'],
      }),
    );
    expect(page).toEqual({
      provider: 'openai',
      providers: ['anthropic', 'gemini', 'openai'],
      unsaved: ['gemini', 'openai'],
      ignore: ['*-preview*', 'a "quoted", odd\trule'],
      whitelist: ['gpt-4o'],
      areRulesCut: false,
      otherRules: [],
      models: {
        kind: 'listed',
        models: [
          { name: 'gpt-4.1', isHidden: false, rule: null },
          { name: 'gpt-4o', isHidden: false, rule: { kind: 'whitelist', pattern: 'gpt-4o' } },
          { name: 'o1-preview', isHidden: true, rule: { kind: 'ignore', pattern: '*-preview*' } },
        ],
      },
    });
  });

  it('reads names that share a line', () => {
    const lines = pageStateLines({ names: ['x'], rules: { ignore: ['*-preview*'] } })
      .replace('1 total, 1 available, 0 hidden', '6 total, 4 available, 2 hidden')
      .replace('visible models:\nx', 'visible models:\ngpt-4{,.1,o}\no1')
      .replace('hidden models:\nnone', 'hidden models:\ngpt-4{-preview,o-preview} i1');
    const page = readPageState(lines);
    const rule = { kind: 'ignore', pattern: '*-preview*' };
    expect(page?.models).toEqual({
      kind: 'listed',
      models: [
        ...['gpt-4', 'gpt-4.1', 'gpt-4o', 'o1'].map((name) => ({ name, isHidden: false, rule: null })),
        ...['gpt-4-preview', 'gpt-4o-preview'].map((name) => ({ name, isHidden: true, rule })),
      ],
    });
  });

  it.each([
    ['a name with braces', 'a{b,c}'],
    ['a name with blanks', 'two words'],
    ['a name that looks like a section', 'hidden models:'],
    ['a name that looks like the mark of an empty list', 'none'],
    ['a name with quotes and a line break', 'a"b\nc'],
    ['a name that ends like a rule label', 'odd i1'],
  ])('keeps %s apart from the form around it', (_, name) => {
    const page = readPageState(pageStateLines({ names: [name, 'gpt-4'], rules: { ignore: ['gpt-4'] } }));
    expect(page?.models).toEqual({
      kind: 'listed',
      models: [
        { name, isHidden: false, rule: null },
        { name: 'gpt-4', isHidden: true, rule: { kind: 'ignore', pattern: 'gpt-4' } },
      ],
    });
  });

  it('reads a page without models', () => {
    expect(readPageState(pageStateLines({ names: [] }))?.models).toEqual({ kind: 'listed', models: [] });
  });

  it('reads groups where the models have no room', () => {
    expect(readPageState(groupedStateLines())?.models).toEqual({
      kind: 'grouped',
      total: 10_000,
      visible: 9_900,
      hidden: 100,
      visibleGroups: ['gpt-4* 6000', 'o1* 3900'],
      hiddenGroups: ['gpt-3* 100'],
      isStale: false,
    });
  });

  it.each([
    ['loading', 'the page is still loading its models'],
    ['failed "No route."', 'the page failed to load its models (No route.)'],
  ])('tells why it knows no models: %s', (summary, reason) => {
    const lines = pageStateLines({ names: [] }).replace(/^models: .*$/m, `models: ${summary}`);
    expect(readPageState(lines)?.models).toEqual({ kind: 'unknown', reason });
  });

  it('notices that rules were left out', () => {
    const lines = pageStateLines({ rules: { ignore: ['a*'] } }).replace(
      '"a*" decides 0',
      '"a*" decides 0\nand 3 more',
    );
    expect(readPageState(lines)).toMatchObject({ areRulesCut: true, ignore: ['a*'] });
  });

  it('refuses lines that name no provider', () => {
    expect(readPageState('orders: 5')).toBeNull();
  });
});
