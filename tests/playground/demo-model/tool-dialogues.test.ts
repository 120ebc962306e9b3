import { describe, expect, it } from 'vitest';
import { modelFilter } from '@/src/adapters/model-filter/definition';
import { toolsOf } from '@/src/core/tools/built-in-tools';
import { validateCall } from '@/src/core/tools/validate-call';
import type { ToolCall } from '../../../playground/demo-model/demo-reply';
import { exampleRequests } from '../../../playground/demo-model/example-requests';
import { parseRequest } from '../../../playground/demo-model/parse-request';
import { readConversation } from '../../../playground/demo-model/read-conversation';
import { pageStateLines, TOOL_NAMES, userMessage } from './demo-requests';
import { createFakeSteward, type StewardFacts } from './fake-steward';

const CATALOGUE = {
  anthropic: ['claude-2.1', 'claude-3-haiku'],
  gemini: ['gemini-1.5-pro', 'gemini-2.0-flash'],
  openai: ['gpt-4', 'gpt-4-preview', 'gpt-4o', 'gpt-4o-mini', 'o1-mini', 'o1-preview'],
};
const RULES = { ignore: ['*-preview*', 'o1*'], whitelist: ['gpt-4*'] };

const create = (facts: StewardFacts = {}) =>
  createFakeSteward({ catalogue: CATALOGUE, rules: RULES, ...facts });

/** Every tool, with a sentence that calls it. */
const SENTENCES: readonly [sentence: string, ...calls: string[]][] = [
  ['block o1-mini', 'add_ignore_rule(o1-mini)'],
  ['remove the rule o1*', 'remove_ignore_rule(o1*)'],
  ['allow o1-mini', 'add_whitelist_rule(o1-mini)'],
  ['remove the whitelist rule gpt-4*', 'remove_whitelist_rule(gpt-4*)'],
  ['clear the ignore list', 'clear_all_ignore_rules()'],
  ['please remove all whitelist rules', 'clear_all_whitelist_rules()'],
  ['remove all rules', 'clear_all_ignore_rules()', 'clear_all_whitelist_rules()'],
  ['import these rules: a*, b*, c', 'import_rules(["a*","b*","c"], [], merge)'],
  ['replace the ignore rules with: a*, b*', 'import_rules(["a*","b*"], ["gpt-4*"], replace)'],
  ['import these whitelist rules for gemini: a*', 'import_rules([], ["a*"], merge, gemini)'],
  [
    'only the newest of each family in openai and gemini',
    'list_models(all, 0, 200, gemini)',
    'clear_all_ignore_rules(openai)',
  ],
  ['what would happen if I blocked mini?', 'preview_rules(["*-mini*"], merge)'],
  ['which models match *mini*?', 'get_models_matching_pattern(*mini*)'],
  ['why is o1-mini hidden?', 'explain_model_status(openai/o1-mini)'],
  ['details of gpt-4o', 'get_model_details(openai/gpt-4o)'],
  ['details', 'get_model_details()'],
  ['list the hidden models', 'list_models(hidden, 50)'],
  ['list the mini models by rule', 'list_models(all, mini, rule, 50)'],
  ['which rules are there in gemini?', 'list_rules(50, gemini)'],
  ['switch to gemini', 'switch_provider(gemini)'],
  ['refresh the models of gemini', 'refresh_models(gemini)'],
  ['refresh the models', 'refresh_models()'],
  ['save', 'save_changes()'],
  ['discard the changes', 'discard_changes()'],
  ['discard the changes of gemini', 'discard_changes(gemini)'],
];

describe('plain English', () => {
  it.each(SENTENCES)('reaches the tool: %s', (sentence, ...calls) => {
    const steward = create();
    steward.ask(sentence);
    for (const call of calls) expect(steward.calls).toContain(call);
    expect(steward.calls[0]).toBe(calls[0]);
  });

  it('reaches every tool of the page, and each call fits the tool', () => {
    const tools = toolsOf(modelFilter.tools);
    const called = new Set<string>();
    const check = ({ name, arguments: values }: ToolCall) => {
      called.add(name);
      const checked = validateCall(tools, { name, argumentsText: JSON.stringify(values) });
      expect(checked).toMatchObject({ kind: 'valid', repairs: [] });
      return null;
    };
    const wholeWrite = 'only the newest of each family in all providers';
    for (const [sentence] of [...SENTENCES, [wholeWrite], ['block all mini models']] as const) {
      createFakeSteward({ catalogue: CATALOGUE, rules: RULES, rulesElsewhere: { gemini: RULES } }, check).ask(
        sentence,
      );
    }
    expect([...called].sort()).toEqual([...modelFilter.tools.map(({ name }) => name), 'ask_user'].sort());
    expect(TOOL_NAMES).toEqual(tools.map(({ name }) => name));
  });

  it.each([
    [
      'clear the ignore list',
      ['clear_all_ignore_rules'],
      ['remove_ignore_rule(*-preview*)', 'remove_ignore_rule(o1*)'],
    ],
    ['what would happen if I blocked mini?', ['preview_rules'], ['get_models_matching_pattern(*-mini*)']],
    ['list the hidden models', ['list_models'], []],
    ['list the mini models', ['list_models'], ['get_models_matching_pattern(*-mini*)']],
  ])('goes by the tools that are offered: %s', (sentence, missing, calls) => {
    const steward = create({ toolNames: TOOL_NAMES.filter((name) => !missing.includes(name)) });
    steward.ask(sentence);
    expect(steward.calls).toEqual(calls);
  });

  it.each([
    ['switch to gemini', 'switch_provider'],
    ['refresh the models', 'refresh_models'],
    ['import these rules: a*', 'import_rules'],
  ])('says what it lacks the tool for: %s', (sentence, tool) => {
    const steward = create({ toolNames: TOOL_NAMES.filter((name) => name !== tool) });
    expect(steward.ask(sentence).at(-1)?.content).toContain(
      `needs the tool \`${tool}\`, which this request does not offer me`,
    );
    expect(steward.calls).toEqual([]);
  });
});

describe('an answer', () => {
  it('goes on with a list, page by page, until its end', () => {
    const names = Array.from({ length: 120 }, (_, index) => `gpt-${1_000 + index}`);
    const steward = createFakeSteward({ names });
    expect(steward.ask('list all models').at(-1)?.content).toMatch(
      /`gpt-1049`\n\nWrite "next page" for more\.$/,
    );
    steward.ask('next page');
    expect(steward.ask('more').at(-1)?.content).toMatch(/`gpt-1119`$/);
    expect(steward.ask('next page').at(-1)?.content).toBe('That was the end of the list.');
    expect(steward.calls).toEqual([
      'list_models(all, 50)',
      'list_models(all, 50, openai, 50)',
      'list_models(all, 50, openai, 100)',
    ]);
  });

  it('goes on with a list of rules as well', () => {
    const ignore = Array.from({ length: 60 }, (_, index) => `x-${100 + index}*`);
    const steward = create({ rulesElsewhere: { gemini: { ignore } } });
    expect(steward.ask('which rules are there in gemini?').at(-1)?.content).toMatch(
      /- ignore: `x-149\*`\n\nWrite "next page" for more\.$/,
    );
    expect(steward.ask('next page').at(-1)?.content).toMatch(/- ignore: `x-159\*`$/);
    expect(steward.calls).toEqual(['list_rules(50, gemini)', 'list_rules(50, gemini, 50)']);
  });

  it('knows of no next page without a list', () => {
    expect(create().ask('next page').at(-1)?.content).toContain('There is no list to go on with.');
  });

  it('tells what a preview found and that nothing was changed', () => {
    const steward = createFakeSteward({ names: ['o1', 'o1-mini', 'gpt-4'] });
    expect(steward.ask('what if I hide o1?').at(-1)?.content).toBe(
      'Nothing was changed.\n\n- It would hide: `o1`',
    );
    expect(steward.rules()).toEqual({ ignore: [], whitelist: [] });
  });

  it('tells of each imported rule that was not added', () => {
    const steward = createFakeSteward({ names: ['a1', 'a2', 'b1', 'c1'] });
    expect(steward.ask('import these rules: a*, a1, b1').at(-1)?.content).toBe(
      'Imported into openai.\n\n- Hidden now: `a1`, `a2` and `b1`\n- `a1`: covered (by `a*`)\n\nNothing is saved yet.',
    );
  });

  it('compares page and file as far as it was told', () => {
    const steward = createFakeSteward({ catalogue: CATALOGUE });
    expect(steward.ask('compare').at(-1)?.content).toBe(
      'The page and the saved file agree: there are no unsaved changes.',
    );
    steward.ask('block mini');
    steward.ask('block `x*` in gemini');
    steward.ask('unblock mini');
    expect(steward.ask('what differs from the file?').at(-1)?.content).toBe(
      'The page differs from the saved file for `gemini`. Of what was changed in this conversation I know:\n\n- `gemini`: ignore rule `x*` added',
    );
    steward.ask('save');
    steward.ask('block o1');
    expect(steward.ask('compare').at(-1)?.content).toContain('- `openai`: ignore rule `o1*` added');
    const unknown = createFakeSteward({ unsaved: ['openai'] });
    expect(unknown.ask('compare').at(-1)?.content).toContain('but not which rules differ');
  });

  it.each([
    ['switch to gemni', 'There is no provider "gemni". Did you mean `gemini`?'],
    ['switch to zebra', 'There is no provider "zebra". There are `anthropic`, `gemini` and `openai`.'],
    ['switch to openai', 'The page shows `openai` already.'],
    [
      'which providers are there?',
      '3 providers: `anthropic`, `gemini` and `openai`. The page shows `openai`.',
    ],
    ['undo', '**Undo only this**'],
    ['block the newest of each family', 'By age I can only do one thing'],
    ['remove the rule', 'I can’t tell which rule you mean.'],
    ['remove the flash rule in gemini', 'The page shows me only how many rules `gemini` has.'],
    ['replace the ignore rules of gemini with: a*', 'Replacing sets both lists'],
  ])('says plainly what there is to say: %s', (sentence, expected) => {
    const steward = create();
    expect(steward.ask(sentence).at(-1)?.content).toContain(expected);
    expect(steward.calls).toEqual([]);
  });

  it.each([
    ['saved_changed', 'save', 'save_changes', 'Nothing was overwritten.'],
    ['rule_not_found', 'remove the rule o1*', 'remove_ignore_rule', 'Write "list the rules"'],
    ['provider_not_found', 'switch to gemini', 'switch_provider', 'Write "which providers are there?"'],
    ['not_ready', 'list all models in gemini', 'list_models', 'Write "refresh the models"'],
    ['nothing_to_change', 'clear the ignore list', 'clear_all_ignore_rules', 'was not needed.'],
    [
      'invalid_rules',
      'import these rules: a*',
      'import_rules',
      'did not work. The tool says: Words of the tool.',
    ],
  ])('says after %s what can be done', (code, sentence, tool, expected) => {
    const fail = ({ name }: ToolCall) =>
      name === tool ? { success: false, message: 'Words of the tool.', error_code: code } : null;
    const steward = createFakeSteward({ catalogue: CATALOGUE, rules: RULES, unsaved: ['openai'] }, fail);
    const answer = steward.ask(sentence).at(-1)?.content;
    expect(answer).toContain(expected);
    expect(answer).toContain('Words of the tool.');
  });

  it('does nothing with a message that it does not understand, and gives examples that it does', () => {
    const steward = create({ unsaved: ['openai'] });
    expect(steward.ask('paint it green').at(-1)?.content).toBe(
      'I did not understand "paint it green", so I did nothing about it. I am a small rule-based stand-in; it has to be put plainly, for example "why is o1-mini hidden?", "only allow gpt-4" or "save the changes".',
    );
  });

  it.each<[string, Parameters<typeof pageStateLines>[0]]>([
    ['a page with models', {}],
    ['a page without models', { names: [] }],
    ['a page with everything hidden', { rules: { ignore: ['*'] } }],
    ['a page with one provider', { providers: ['openai'], names: ['x'] }],
    ['a page with odd names', { names: ['a "b" `c`', 'x y'] }],
  ])('gives examples that fit and that it understands: %s', (_, facts) => {
    const { pageNow } = readConversation([userMessage('x', pageStateLines(facts))]);
    const examples = exampleRequests(pageNow);
    expect(examples).toHaveLength(3);
    for (const example of examples) {
      const orders = parseRequest(example, { earlier: null, providers: ['anthropic', 'gemini', 'openai'] });
      expect(orders.map(({ intent }) => intent.kind)).not.toContain('unclear');
    }
    expect(exampleRequests({ kind: 'unseen', reason: '' })).toHaveLength(3);
  });
});
