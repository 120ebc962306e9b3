import { describe, expect, it } from 'vitest';
import { planDemoReply } from '../../../playground/demo-model/plan-demo-reply';
import { demoRequest, TOOL_NAMES } from './demo-requests';
import { createFakeSteward, type StewardFacts } from './fake-steward';

const CATALOGUE = {
  anthropic: ['claude-2.1', 'claude-3-haiku', 'claude-3-opus-preview'],
  cohere: ['command-r', 'command-r-plus'],
  gemini: ['gemini-1.5-pro', 'gemini-2.0-flash', 'gemini-2.0-flash-preview', 'gemini-2.0-pro-preview-02-05'],
  openai: ['gpt-4', 'gpt-4-preview', 'gpt-4o', 'gpt-4o-mini', 'o1-preview-2024-09-12'],
};
const OPENROUTER = { ...CATALOGUE, openrouter: ['google/gemini-2.0-flash', 'openai/gpt-4o'] };

const create = (facts: StewardFacts = {}) => createFakeSteward({ catalogue: CATALOGUE, ...facts });

describe('a request that says all and no provider', () => {
  it('is asked about, with the one in view and all of them as choices', () => {
    const steward = create();
    const [reply, ...more] = steward.ask('Block all preview models');
    expect(more).toEqual([]);
    expect(reply).toEqual({
      reasoning: 'The request has several meanings that lead to different changes, so I ask first.',
      content: 'One question first.',
      toolCalls: [
        {
          name: 'ask_user',
          arguments: {
            question:
              'Which provider do you mean? I am to hide preview models. The page shows openai, one of 4 providers.',
            choices: ['Only openai', 'All 4 providers', 'anthropic', 'cohere', 'gemini'],
            allow_other: true,
          },
        },
      ],
    });
    expect(steward.rules()).toEqual({ ignore: [], whitelist: [] });
  });

  it.each([
    ['Only openai', ['add_ignore_rule(*-preview*, openai)']],
    ['gemini', ['get_models_matching_pattern(*preview*, gemini)', 'add_ignore_rule(*-preview*, gemini)']],
    [
      'All 4 providers',
      [
        'get_models_matching_pattern(*preview*, anthropic)',
        'get_models_matching_pattern(*preview*, cohere)',
        'get_models_matching_pattern(*preview*, gemini)',
        'add_ignore_rule(*-preview*, anthropic)',
        'add_ignore_rule(*-preview*, gemini)',
        'add_ignore_rule(*-preview*, openai)',
      ],
    ],
    [
      'all except gemini',
      [
        'get_models_matching_pattern(*preview*, anthropic)',
        'get_models_matching_pattern(*preview*, cohere)',
        'add_ignore_rule(*-preview*, anthropic)',
        'add_ignore_rule(*-preview*, openai)',
      ],
    ],
    ['never mind', []],
  ])('goes on by the answer: %s', (answer, expected) => {
    const steward = create();
    steward.ask('Block all preview models');
    steward.ask(answer);
    const calls = steward.calls
      .slice(1)
      .map((call) => call.replace('*-preview, anthropic', '*-preview*, anthropic'));
    expect(calls).toEqual(
      expected.map((call) => call.replace('*-preview, anthropic', '*-preview*, anthropic')),
    );
  });

  it('tells for each provider what came of it', () => {
    const steward = create();
    steward.ask('Block all preview models');
    expect(steward.ask('all of them').at(-1)?.content).toBe(
      [
        '- Added the ignore rule `*-preview*` for `anthropic`: 1 model is hidden now: `claude-3-opus-preview`.',
        '- Added the ignore rule `*-preview*` for `gemini`: 2 models are hidden now: `gemini-2.0-flash-preview` and `gemini-2.0-pro-preview-02-05`.',
        '- Added the ignore rule `*-preview*` for `openai`: 2 models are hidden now: `gpt-4-preview` and `o1-preview-2024-09-12`.',
        '- I found no model with "preview" in its name on `cohere`, so nothing was done there.',
        '',
        'Nothing is saved yet.',
      ].join('\n'),
    );
  });

  it('is asked about in words where there is no tool for it', () => {
    const steward = create({ toolNames: TOOL_NAMES.filter((name) => name !== 'ask_user') });
    const [reply] = steward.ask('Block all preview models');
    expect(reply?.toolCalls).toEqual([]);
    expect(reply?.content).toContain(
      'You can answer: Only openai; All 4 providers; anthropic; cohere; gemini.',
    );
    steward.ask('only openai, please');
    expect(steward.calls).toEqual(['add_ignore_rule(*-preview*, openai)']);
  });

  it('is dropped when the answer is another request', () => {
    const steward = create();
    steward.ask('Block all preview models');
    const replies = steward.ask('block mini instead');
    expect(steward.calls.slice(1)).toEqual(['add_ignore_rule(*-mini*)']);
    expect(replies.at(-1)?.content).not.toContain('ask_user');
  });

  it('is not asked about twice when no answer comes', () => {
    const steward = create();
    steward.ask('Block all preview models');
    expect(planDemoReply(demoRequest(steward.messages))).toMatchObject({
      toolCalls: [],
      content: 'I asked which provider you mean and got no answer, so I did nothing.',
    });
  });

  it('holds all orders of its message back', () => {
    const steward = create();
    steward.ask('Block mini, then block all preview models and save');
    expect(steward.calls).toEqual([expect.stringMatching(/^ask_user/)]);
    steward.ask('openai');
    expect(steward.calls.slice(1)).toEqual([
      'add_ignore_rule(*-mini*)',
      'add_ignore_rule(*-preview*, openai)',
      'save_changes()',
    ]);
  });
});

describe('which provider is meant', () => {
  it.each<[string, StewardFacts, string, string[]]>([
    ['the one in view, without all', {}, 'block preview models', ['add_ignore_rule(*-preview*)']],
    [
      'the only one',
      { catalogue: { openai: CATALOGUE.openai } },
      'block all preview models',
      ['add_ignore_rule(*-preview*)'],
    ],
    [
      'the one in view, said so',
      {},
      'block all preview models here',
      ['add_ignore_rule(*-preview*, openai)'],
    ],
    ['the one in view, by name', {}, 'block all openai preview models', ['add_ignore_rule(*-preview*)']],
    ['another, by name', {}, 'block `*-preview*` in gemini', ['add_ignore_rule(*-preview*, gemini)']],
    [
      'another, as its name is no word of a model',
      {},
      'block gemini flash and mini',
      [
        'get_models_matching_pattern(*flash*, gemini)',
        'add_ignore_rule(*-flash*, gemini)',
        'add_ignore_rule(*-mini*)',
      ],
    ],
    [
      'a pattern everywhere, looked up first',
      {},
      'block `*-preview` everywhere',
      [
        'get_models_matching_pattern(*-preview, anthropic)',
        'get_models_matching_pattern(*-preview, cohere)',
        'get_models_matching_pattern(*-preview, gemini)',
        'add_ignore_rule(*-preview, anthropic)',
        'add_ignore_rule(*-preview, gemini)',
        'add_ignore_rule(*-preview, openai)',
      ],
    ],
    [
      'the vendor in view rather than the provider',
      { catalogue: OPENROUTER, provider: 'openrouter' },
      'block gemini models',
      ['add_ignore_rule(*/gemini*)'],
    ],
    [
      'asked, as a vendor in view is a provider too',
      { catalogue: OPENROUTER, provider: 'openrouter' },
      'block all gemini models',
      ['ask_user'],
    ],
    ['all, for rules that are to go', {}, 'clear the ignore list in all providers', []],
  ])('%s', (_, facts, text, expected) => {
    const steward = create(facts);
    steward.ask(text);
    expect(steward.calls.map((call) => (call.startsWith('ask_user') ? 'ask_user' : call))).toEqual(expected);
  });

  it('is every one with rules, when all lists are to be cleared', () => {
    const steward = create({
      rules: { ignore: ['o1*'] },
      rulesElsewhere: { gemini: { ignore: ['a*'], whitelist: ['b*'] } },
    });
    steward.ask('remove all rules in gemini and openai');
    expect(steward.calls).toEqual([
      'clear_all_ignore_rules(gemini)',
      'clear_all_whitelist_rules(gemini)',
      'clear_all_ignore_rules(openai)',
    ]);
  });

  it('leaves providers alone that have nothing of what only is to be allowed', () => {
    const steward = create();
    const replies = steward.ask('only allow flash in all providers');
    expect(steward.calls.slice(-2)).toEqual([
      'add_whitelist_rule(*-flash*, gemini)',
      'add_ignore_rule(*, gemini)',
    ]);
    expect(replies.at(-1)?.content).toContain(
      'on `anthropic`, `cohere` and `openai`, so nothing was done there.',
    );
  });

  it('says so when no provider has what is meant', () => {
    const replies = create().ask('block zebra everywhere and save');
    expect(replies.at(-1)?.content).toContain(
      'I found no model with "zebra" in its name on any of the 4 providers',
    );
    expect(replies.at(-1)?.content).toContain('Saving the changes has not happened');
  });

  it('answers questions about another provider by its tools', () => {
    const steward = create({ rulesElsewhere: { gemini: { ignore: ['*-preview*'] } } });
    expect(steward.ask('what is hidden in gemini?').at(-1)?.content).toContain(
      '- hidden by `*-preview*`: `gemini-2.0-flash-preview` and `gemini-2.0-pro-preview-02-05`',
    );
    expect(steward.ask('list the rules of gemini').at(-1)?.content).toContain('- ignore: `*-preview*`');
    expect(steward.calls).toEqual(['list_models(hidden, 50, gemini)', 'list_rules(50, gemini)']);
  });

  it('counts the rules of another provider where no tool lists them', () => {
    const steward = create({
      rulesElsewhere: { gemini: { ignore: ['*-preview*'] } },
      toolNames: TOOL_NAMES.filter((name) => name !== 'list_rules'),
    });
    expect(steward.ask('list the rules of gemini').at(-1)?.content).toContain(
      'only how many: 1 ignore rule and 0 whitelist rules',
    );
    expect(steward.calls).toEqual([]);
  });
});
