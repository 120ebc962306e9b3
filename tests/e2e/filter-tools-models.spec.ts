import { modelNames, setRules } from './page-rules';
import { thorough } from './thorough';
import { expect, FILTER, test } from './tool-scenario';
import { fails, gives, type Step } from './tool-step';

const RULES = { ignore: ['*-preview*', 'gpt-4*'], whitelist: ['gpt-4o*'] };

/** The effect of the rules above on a name of openai, determined without a matcher. */
function decide(name: string): { status: string; rule?: { rule_type: string; pattern: string } } {
  if (name.startsWith('gpt-4o'))
    return { status: 'whitelisted', rule: { rule_type: 'whitelist', pattern: 'gpt-4o*' } };
  if (name.includes('-preview'))
    return { status: 'ignored', rule: { rule_type: 'ignore', pattern: '*-preview*' } };
  if (name.startsWith('gpt-4'))
    return { status: 'ignored', rule: { rule_type: 'ignore', pattern: 'gpt-4*' } };
  return { status: 'normal' };
}

const isHidden = (name: string) => decide(name).status === 'ignored';
const isVisible = (name: string) => !isHidden(name);
const isExperiment = (name: string) => name.includes('-exp');
const provider = 'openai';
const ignore = (pattern: string) => ({ rule_type: 'ignore', pattern });
const whitelist = (pattern: string) => ({ rule_type: 'whitelist', pattern });

function matches(all: readonly string[]): Step[] {
  const matching = (pattern: string, part: string): Step => {
    const names = all.filter((name) => name.includes(part));
    const counts = { visible: names.filter(isVisible).length, hidden: names.filter(isHidden).length };
    return [
      'get_models_matching_pattern',
      { pattern },
      gives({ provider, pattern, matching_models: names, ...counts }),
    ];
  };
  return [
    matching('*audio*', 'audio'),
    matching('*turbo*', 'turbo'),
    [
      'get_models_matching_pattern',
      { pattern: 'turbo' },
      fails('no_match', { provider, pattern: 'turbo' }, '"*turbo*" would match'),
    ],
    [
      'get_models_matching_pattern',
      { pattern: 'a,b' },
      fails('invalid_pattern', { pattern: 'a,b' }, 'comma'),
    ],
  ];
}

function details(openai: readonly string[], gemini: readonly string[]): Step[] {
  return [
    [
      'get_model_details',
      {},
      gives({
        provider,
        total: openai.length,
        visible: openai.filter(isVisible).length,
        hidden: openai.filter(isHidden).length,
        ignore_rules: RULES.ignore,
        whitelist_rules: RULES.whitelist,
        visible_models: openai.filter(isVisible),
        hidden_models: openai.filter(isHidden),
      }),
    ],
    [
      'get_model_details',
      { provider: 'gemini' },
      gives({
        provider: 'gemini',
        total: gemini.length,
        visible: gemini.filter((name) => !isExperiment(name)).length,
        hidden: gemini.filter(isExperiment).length,
        ignore_rules: ['*-exp*'],
        whitelist_rules: [],
        visible_models: gemini.filter((name) => !isExperiment(name)),
        hidden_models: gemini.filter(isExperiment),
      }),
    ],
    [
      'get_model_details',
      { model_id: 'openai/gpt-4-turbo' },
      gives(model('gpt-4-turbo', 'ignored', ignore('gpt-4*'))),
    ],
    [
      'get_model_details',
      { model_id: 'gpt4turbopreview' },
      fails('model_not_found', { provider, near_models: ['gpt-4-turbo-preview', 'gpt-4-turbo', 'gpt-4'] }),
    ],
  ];
}

function model(name: string, status: string, deciding_rule: object | null, of = provider) {
  return { id: `${of}/${name}`, name, provider: of, status, visible: status !== 'ignored', deciding_rule };
}

const EXPLANATIONS: Step[] = [
  [
    'explain_model_status',
    { model_id: 'gpt-4o-audio-preview' },
    gives({
      ...model('gpt-4o-audio-preview', 'whitelisted', whitelist('gpt-4o*')),
      shadowed_rules: [
        { ...ignore('*-preview*'), why: 'the whitelist comes first' },
        { ...ignore('gpt-4*'), why: 'the whitelist comes first' },
      ],
    }),
  ],
  [
    'explain_model_status',
    { model_id: 'gpt-4-turbo-preview' },
    gives({
      ...model('gpt-4-turbo-preview', 'ignored', ignore('*-preview*')),
      shadowed_rules: [{ ...ignore('gpt-4*'), why: 'it comes later in its list' }],
    }),
  ],
  [
    'explain_model_status',
    { model_id: 'whisper-1' },
    gives({ ...model('whisper-1', 'normal', null), shadowed_rules: [] }, 'no rule matches it'),
  ],
  [
    'explain_model_status',
    { model_id: 'gemini/gemini-2.0-flash-exp' },
    fails('model_not_found', { provider, near_models: [] }, 'It may be a model of gemini'),
  ],
  [
    'explain_model_status',
    { model_id: 'gemini/gemini-2.0-flash-exp', provider: 'gemini' },
    gives({
      ...model('gemini-2.0-flash-exp', 'ignored', ignore('*-exp*'), 'gemini'),
      shadowed_rules: [],
    }),
  ],
];

test(
  'searches and explains models without changing the page',
  thorough(FILTER),
  async ({ scenario, filterPage }) => {
    await setRules(filterPage, { openai: RULES, gemini: { ignore: ['*-exp*'], whitelist: [] } });
    const before = await filterPage.readRestorableState();
    const openai = await modelNames(filterPage, 'openai');
    const gemini = await modelNames(filterPage, 'gemini');
    await scenario.runCalls(matches(openai), details(openai, gemini), EXPLANATIONS);
    expect(await filterPage.readRestorableState()).toEqual(before);
    expect(await filterPage.counts()).toEqual({
      models: openai.length,
      visible: openai.filter(isVisible).length,
      hidden: openai.filter(isHidden).length,
    });
  },
);

test(
  'lists all models page by page, filtered and in either order',
  thorough(FILTER),
  async ({ scenario, filterPage }) => {
    await setRules(filterPage, { openai: RULES });
    const all = await modelNames(filterPage, 'openai');
    const entries = all.map((name) => ({ name, ...decide(name) }));
    const page = (offset: number, limit: number) => entries.slice(offset, offset + limit);
    const total = all.length;
    const list = (
      models: object[],
      { offset = 0, found = models.length, next = null as number | null } = {},
    ) => gives({ provider, models, total: found, offset, next_offset: next });
    const shown = (show: string, isShown: (entry: { status: string }) => boolean): Step => [
      'list_models',
      { show },
      list(entries.filter(isShown)),
    ];
    const byRule = ['gpt-4o*', '*-preview*', 'gpt-4*', undefined].flatMap((pattern) =>
      entries.filter(({ rule }) => rule?.pattern === pattern),
    );
    const minis = entries.filter(({ name }) => name.includes('mini'));

    await scenario.runCalls([
      ['list_models', {}, list(entries)],
      ['list_models', { limit: 20 }, list(page(0, 20), { found: total, next: 20 })],
      ['list_models', { limit: 20, offset: 20 }, list(page(20, 20), { offset: 20, found: total, next: 40 })],
      ['list_models', { limit: 20, offset: 40 }, list(page(40, 20), { offset: 40, found: total })],
      ['list_models', { offset: 1_000 }, list([], { offset: 1_000, found: total })],
      ['list_models', { sort: 'rule' }, list(byRule)],
      ['list_models', { contains: 'MINI' }, list(minis)],
    ]);
    await scenario.runCalls([
      shown('visible', ({ status }) => status !== 'ignored'),
      shown('hidden', ({ status }) => status === 'ignored'),
      shown('kept', ({ status }) => status === 'whitelisted'),
      shown('unmatched', ({ status }) => status === 'normal'),
      [
        'list_models',
        { provider: 'openal' },
        fails('provider_not_found', { provider: 'openal', near_providers: [] }),
      ],
    ]);
  },
);
