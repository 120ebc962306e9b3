import { describe, expect, it } from 'vitest';
import { INTENTS } from '@/playground/demo-model/intents';
import { modelFilter, suggestions as suggestionsOfPage } from '@/src/adapters/model-filter/definition';
import { REHEARSAL_CONTRIBUTION } from '@/src/core/prompts/base-contributions';
import { suggestions } from '@/src/panel/shell/start/empty-state';
import { modelFilterState } from '../../fakes/model-filter-page';
import { createSession } from './demo-session';

const EXAMPLES = INTENTS.flatMap((intent) => intent.examples);
const NOT_UNDERSTOOD = 'I did not understand that, so I did nothing.';
const RULES = { openai: { ignore: ['*-preview*'], whitelist: ['gpt-4o'] } };
const NONE = JSON.stringify([{ provider: 'openai', ignore: [], whitelist: [] }]);

/** Sentences that users are offered, and other accepted forms, with the calls that follow. */
const SENTENCES: readonly (readonly [sentence: string, calls: string])[] = [
  // Blocking
  ['Block preview models', 'add_ignore_rule(*-preview*)'],
  ['Please hide the preview models.', 'add_ignore_rule(*-preview*)'],
  ['could you exclude mini models, please', 'add_ignore_rule(*-mini*)'],
  ['Ignore `gpt-4*`', 'add_ignore_rule(gpt-4*)'],
  ['block gpt-4', 'add_ignore_rule(gpt-4)'],
  ['block gpt-4 models', 'add_ignore_rule(gpt-4*)'],
  ['block GPT-3 and O1-MINI', 'add_ignore_rule(gpt-3*); add_ignore_rule(o1-mini)'],
  [
    'block *mini*, *turbo* and "o1"',
    'add_ignore_rule(*mini*); add_ignore_rule(*turbo*); add_ignore_rule(o1)',
  ],
  ['block preview models in gemini', `${look('*preview*', 'gemini')}; add_ignore_rule(*-preview*, gemini)`],
  [
    'hide `gpt-4*` in all providers',
    `${look('gpt-4*', 'anthropic')}; ${look('gpt-4*', 'gemini')}; add_ignore_rule(gpt-4*)`,
  ],
  [
    'block flash in gemini and block mini',
    `${look('*flash*', 'gemini')}; add_ignore_rule(*-flash*, gemini); add_ignore_rule(*-mini*)`,
  ],
  // Allowing
  ['allow o1-mini', 'add_whitelist_rule(o1-mini)'],
  ['whitelist `gpt-4o*`', 'add_whitelist_rule(gpt-4o*)'],
  ['unblock `*-preview*`', 'remove_ignore_rule(*-preview*)'],
  ['unblock o1', 'add_whitelist_rule(o1)'],
  ['only allow gpt-4o', 'add_whitelist_rule(gpt-4o); add_ignore_rule(*)'],
  ['only show gpt-4 models', 'add_whitelist_rule(gpt-4*); add_ignore_rule(*)'],
  // Rules
  ['remove the rule `*-preview*`', 'remove_ignore_rule(*-preview*)'],
  ['remove the whitelist rule gpt-4o', 'remove_whitelist_rule(gpt-4o)'],
  ['clear the ignore list', 'clear_all_ignore_rules()'],
  ['clear the whitelist', 'clear_all_whitelist_rules()'],
  ['remove all rules', `apply_rules(${NONE})`],
  ['import these rules: *-exp*, Gpt-3*, o1', 'import_rules(["*-exp*","Gpt-3*","o1"], [], merge)'],
  ['import these whitelist rules: gpt-4o', 'import_rules([], ["gpt-4o"], merge)'],
  // Reading
  ['what would happen if I blocked `*mini*`?', 'preview_rules(["*mini*"], merge)'],
  ['which models match *mini*?', 'get_models_matching_pattern(*mini*)'],
  ['Why is o1-preview hidden?', 'explain_model_status(o1-preview)'],
  ['details of gpt-4o', 'get_model_details(gpt-4o)'],
  ['Which models are hidden?', 'list_models(hidden, , rule, 200)'],
  ['what is hidden and why?', 'list_models(hidden, , rule, 200)'],
  ['list the mini models', 'list_models(all, mini, rule, 200)'],
  ['list all visible models in gemini', 'list_models(visible, , rule, 200, gemini)'],
  ['list the rules', 'list_rules(200)'],
  ['which ignore rules are there', 'list_rules(ignore, 200)'],
  ['Summarize this page', 'get_model_details()'],
  ['which providers are there?', ''],
  ['What is not saved yet?', ''],
  // The page
  ['switch to gemini', 'switch_provider(gemini)'],
  [
    'Hi, switch to gemini and block all flash models',
    `${look('*flash*', 'gemini')}; switch_provider(gemini); add_ignore_rule(*-flash*, gemini)`,
  ],
  ['refresh the models of gemini', 'refresh_models(gemini)'],
  ['Save the changes', 'save_changes()'],
  ['save', 'save_changes()'],
  ['discard the changes', 'discard_changes()'],
  ['discard the changes of openai', 'discard_changes(openai)'],
  ['undo that', ''],
  // Several requests
  ['Block mini models, then save', 'add_ignore_rule(*-mini*); save_changes()'],
  ['block mini. List the rules\nsave', 'add_ignore_rule(*-mini*); list_rules(200); save_changes()'],
];

function look(pattern: string, provider: string): string {
  return `get_models_matching_pattern(${pattern}, ${provider})`;
}

describe('a sentence that is understood', () => {
  it.each(SENTENCES)('results in its calls: %s', async (sentence, expected) => {
    const { calls, answer } = await createSession({ rules: RULES }).ask(sentence);
    expect(calls.join('; ')).toBe(expected);
    expect(answer).not.toContain(NOT_UNDERSTOOD);
  });

  it.each([
    ...EXAMPLES,
    ...suggestions(true, suggestionsOfPage(modelFilterState())),
    ...suggestions(false, suggestionsOfPage(modelFilterState({ drafts: { openai: RULES.openai } }))),
  ])('includes each one that the panel or the demo model suggests: %s', async (offered) => {
    const { answer } = await createSession({ rules: RULES }).ask(offered);
    expect(answer).not.toContain(NOT_UNDERSTOOD);
  });

  it.each([
    ['a rule for the preview models', {}, 'add_ignore_rule(*-preview*)'],
    ['a rule for the first model', { catalogue: { openai: ['gpt-4', 'o1'] } }, 'add_ignore_rule(gpt-4)'],
  ])('rehearses in any language with %s', async (_, facts, expected) => {
    const system = JSON.stringify(REHEARSAL_CONTRIBUTION.content);
    const { calls } = await createSession({ ...facts, system }).ask('Arbeitsweise zeigen');
    expect(calls).toEqual([expected]);
  });

  it('can use every tool of the page', async () => {
    const called = new Set<string>();
    for (const [sentence] of [...SENTENCES, ['block all mini models']] as const) {
      const { calls } = await createSession({ rules: RULES }).ask(sentence);
      for (const call of calls) called.add(call.slice(0, call.indexOf('(')));
    }
    expect([...called].sort()).toEqual([...modelFilter.tools.map(({ name }) => name), 'ask_user'].sort());
  });
});

describe('a sentence that is not understood', () => {
  it.each([
    'paint it green',
    'hello',
    'block',
    'block models',
    'block it',
    'block the latest models',
    'block a model',
    'block preview models except o1',
    'block everything but gpt-4o',
    'block preview models but not o1-preview',
    'block preview models unless they are hidden',
    'block preview models in all providers except gemini',
    'block preview models, without o1',
    'block o1 or o1-mini',
    "don't block o1",
    'do not save',
    'never block preview models',
    'if gpt-4 is visible, block preview models',
    'block preview models if gpt-4 is visible',
    'block preview models. Or rather not.',
    'should I block preview models?',
    'my colleague wants to block o1 and save',
    'only allow gpt-4o when it is cheap',
    'allow only other models',
    'save the changes in gemini',
    'save only if it is safe',
    'switch to cohere',
    'block o1 in cohere',
    'import these rules: the ones of yesterday',
    'remove the rule',
    'clear the list',
    'discard everything but gemini',
  ])('changes nothing and is answered with all understood requests: %s', async (sentence) => {
    const { calls, answer } = await createSession({ rules: RULES }).ask(sentence);
    expect(calls).toEqual([]);
    expect(answer).toContain(NOT_UNDERSTOOD);
    for (const example of EXAMPLES) expect(answer).toContain(example);
  });

  it.each([
    ['block zebra', 'No model of `openai` matches `zebra`'],
    ['block mini and zebra', 'No model of `openai` matches `zebra`'],
    ['only allow `zzz*`', 'No model of `openai` matches `zzz*`'],
    ['block `zzz*` everywhere', 'No model of `anthropic`, `gemini` and `openai` matches `zzz*`'],
  ])('changes nothing if a part of it names no model: %s', async (sentence, expected) => {
    const session = createSession();
    const { answer } = await session.ask(sentence);
    expect(answer).toContain(expected);
    expect(session.drafts()).toEqual({});
  });
});

describe('all models of a kind, on a page with several providers', () => {
  const PREVIEW_RULE = { ignore: ['*-preview*'], whitelist: [] };

  it.each([
    ['Only openai', ['openai']],
    ['gemini', ['gemini']],
    ['gemini and anthropic.', ['anthropic', 'gemini']],
    ['All 3 providers', ['anthropic', 'gemini', 'openai']],
  ])('are blocked on the providers of the answer: %s', async (answer, providers) => {
    const session = createSession();
    const asked = await session.ask('Block all preview models, then list the rules');
    expect(asked.rounds).toEqual([[expect.stringContaining('The page shows openai, one of 3 providers.')]]);
    expect(asked.calls[0]).toContain('["Only openai","All 3 providers","anthropic","gemini"]');
    await session.ask(answer);
    expect(session.drafts()).toEqual(Object.fromEntries(providers.map((name) => [name, PREVIEW_RULE])));
  });

  it('are asked about only for the request that means all models', async () => {
    const session = createSession();
    await session.ask('block all preview models and allow o1');
    await session.ask('gemini');
    expect(session.drafts()).toEqual({ gemini: PREVIEW_RULE, openai: { ignore: [], whitelist: ['o1'] } });
  });

  it('are not changed when the answer is another request', async () => {
    const session = createSession();
    await session.ask('block all preview models');
    expect((await session.ask('list the rules')).calls).toEqual(['list_rules(200)']);
    expect(session.drafts()).toEqual({});
  });

  it.each(['block all preview models in openai', 'block preview models'])(
    'are not asked about: %s',
    async (text) => {
      expect((await createSession().ask(text)).calls).toEqual(['add_ignore_rule(*-preview*)']);
    },
  );
});
