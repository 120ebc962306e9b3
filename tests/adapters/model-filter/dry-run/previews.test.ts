// @document
import { afterEach, describe, expect, it } from 'vitest';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { english } from '@/src/core/text/english';
import type { ChangePreview, EffectList } from '@/src/schema/dry-run';
import type { JsonObject } from '@/src/schema/values/json';
import { type InEnglish, inEnglish } from '../../../in-english';
import { gemini, openai } from '../tools/tool-bench';
import { changeOf, createDryRunBench, type Written } from './dry-run-bench';

const MODELS = {
  openai: ['openai/gpt-4', 'openai/gpt-4o', 'openai/o1', 'openai/o1-preview'],
  gemini: ['gemini/pro', 'gemini/pro-preview'],
};
/** On the page gpt-4 and pro are hidden; in the saved file o1 and o1-preview are. */
const DRAFTS = { ...gemini(['pro']), ...openai(['gpt-4']) };
const SAVED = openai(['o1*']);

const NOT_SAVED = 'The saved file is not touched; the proxy’s clients see nothing of this until it is saved.';
const CHECKPOINT = 'A checkpoint is taken first, so the change can be undone.';
const NO_WAY_BACK = 'An earlier checkpoint restores the page’s rules, which then have to be saved again.';
/** The warning of a save. */
const SAVES = 'Steward can’t undo a save.';
const RESTART = 'Some proxies apply their file only after a restart; the result of the save says so.';

let leave = () => {};
afterEach(() => leave());

type Compute = ReturnType<typeof openBench>['compute'];

function openBench(overrides: Partial<ModelFilterContext> = {}) {
  leave();
  const bench = createDryRunBench(document, { models: MODELS, drafts: DRAFTS, saved: SAVED, ...overrides });
  leave = bench.page.remove;
  return bench;
}

async function previewOf(
  call: Written,
  overrides: Partial<ModelFilterContext> = {},
): Promise<InEnglish<ChangePreview>> {
  const { dryRun } = await openBench(overrides).compute(call);
  const { preview } = changeOf(dryRun.calls[0]);
  expect(dryRun.net).toEqual(preview);
  return inEnglish(preview);
}

/** Lists as texts: a sign for the kind, the title, the names with their details. */
function effectTexts(effects: readonly InEnglish<EffectList>[]): string[] {
  const sign = { loss: '-', gain: '+', warning: '!' };
  return effects.map(({ kind, title, names }) => {
    const named = names.map(({ name, detail }) => (detail === null ? name : `${name} (${detail})`));
    return `${sign[kind]} ${title}: ${named.join(', ')}`;
  });
}

const noteTexts = ({ notes }: InEnglish<ChangePreview>) =>
  notes.map(({ topic, text }) => `${topic}: ${text}`);

describe('the preview of a call', () => {
  it.each<[string, JsonObject, string]>([
    ['add_ignore_rule', { pattern: 'o1*' }, 'Hides 2 models.'],
    ['add_ignore_rule', { pattern: 'o1' }, 'Hides 1 model.'],
    ['remove_ignore_rule', { pattern: 'gpt-4' }, 'Brings back 1 model.'],
    ['add_whitelist_rule', { pattern: 'o1' }, 'No model changes its visibility.'],
    ['clear_all_ignore_rules', { provider: 'gemini' }, 'Brings back 1 model.'],
    [
      'import_rules',
      { ignore: ['gpt-4o', 'o1'], whitelist: [], mode: 'replace' },
      'Hides 2 models and brings back 1.',
    ],
    [
      'apply_rules',
      {
        rule_sets: [
          { provider: 'openai', ignore: [], whitelist: [] },
          { provider: 'gemini', ignore: ['*'], whitelist: [] },
        ],
      },
      'Hides 1 model and brings back 1.',
    ],
    ['discard_changes', {}, 'Hides 2 models and brings back 2.'],
    ['discard_changes', { provider: 'gemini' }, 'Brings back 1 model.'],
    ['switch_provider', { provider: 'gemini' }, 'Shows gemini.'],
    ['switch_provider', { provider: 'openai' }, 'The page goes on showing openai.'],
    ['refresh_models', {}, 'Has the proxy fetch the models of openai again.'],
    ['save_changes', {}, 'Clients lose 2 models and gain 2 of gemini and openai.'],
  ])('%s(%o): %s', async (tool, args, summary) => {
    expect((await previewOf([tool, args])).summary).toBe(summary);
  });

  it.each<[string, Partial<ModelFilterContext>, string]>([
    ['one model more', { drafts: {}, saved: openai(['o1']) }, 'Clients gain 1 model of openai.'],
    ['models more', { drafts: {}, saved: openai(['o1*']) }, 'Clients gain 2 models of openai.'],
    ['one model fewer', { drafts: gemini(['pro']), saved: {} }, 'Clients lose 1 model of gemini.'],
    ['the same models', { drafts: gemini(['x']), saved: {} }, 'Clients see the same models of gemini.'],
  ])('a save by which clients see %s', async (_, overrides, summary) => {
    const preview = await previewOf(['save_changes', {}], overrides);
    expect(preview.summary).toBe(summary);
    expect(preview.warning).toBe(SAVES);
  });

  it('names a few providers of a save that concerns many', async () => {
    const models = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, [`${name}/m`]]));
    const drafts = Object.fromEntries(
      Object.keys(models).map((name) => [name, { ignore: ['*'], whitelist: [] }]),
    );
    const preview = await previewOf(['save_changes', {}], { models, drafts, saved: {} });
    expect(preview.summary).toBe('Clients lose 4 models of a, b, c and 1 more.');
  });

  it('lists visibility changes with reasons, rules to check, and the rules before and after', async () => {
    const args = {
      ignore: ['gpt-*', 'gpt-4o', 'nothing'],
      whitelist: ['gpt-4'],
      mode: 'replace',
    };
    expect(effectTexts((await previewOf(['import_rules', args])).effects)).toEqual([
      '- Newly hidden: gpt-4o (by ignore rule "gpt-*")',
      '+ Brought back: gpt-4 (by whitelist rule "gpt-4")',
      '! Rules without effect: gpt-4o (ignore rule; other rules decide what it matches), nothing (ignore rule; matches no model)',
    ]);
    const { unchanged, differences } = await previewOf(['import_rules', args]);
    expect(unchanged).toBe('2 models stay as they are.');
    expect(differences).toEqual([
      { kind: 'removed', text: 'openai: ignore rule "gpt-4"' },
      { kind: 'added', text: 'openai: ignore rule "gpt-*"' },
      { kind: 'added', text: 'openai: ignore rule "gpt-4o"' },
      { kind: 'added', text: 'openai: ignore rule "nothing"' },
      { kind: 'added', text: 'openai: whitelist rule "gpt-4"' },
    ]);
  });

  it('lists rules that lose their effect, but not those that had none before', async () => {
    const drafts = openai(['gpt-4', 'idle'], ['gone']);
    const { effects } = await previewOf(['add_whitelist_rule', { pattern: 'gpt-*' }], { drafts });
    expect(effectTexts(effects)).toEqual([
      '+ Brought back: gpt-4 (by whitelist rule "gpt-*")',
      '! Rules without effect: gpt-4 (ignore rule; other rules decide what it matches)',
    ]);
  });

  it.each<[string, object, string]>([
    ['add_ignore_rule', { pattern: 'gpt-4[1m]' }, 'use "gpt-4[[]1m]"'],
    ['add_whitelist_rule', { pattern: 'openai/gpt-4[1m]' }, 'use "openai/gpt-4[[]1m]"'],
    ['import_rules', { ignore: ['x', 'gpt-4[1m]'], whitelist: [], mode: 'merge' }, 'use "gpt-4[[]1m]"'],
    [
      'apply_rules',
      { rule_sets: [{ provider: 'openai', ignore: ['gpt-4[1m]'], whitelist: [] }] },
      'use "gpt-4[[]1m]"',
    ],
  ])(
    'of %s(%o) and its result say that a rule with brackets doesn’t match the model of that name',
    async (tool, args, use) => {
      const models = { openai: ['openai/gpt-4[1m]', 'openai/gpt-41', 'openai/gpt-4o'] };
      leave();
      const bench = createDryRunBench(document, { models, drafts: {} });
      leave = bench.page.remove;
      const { dryRun } = await bench.compute([tool, args as JsonObject]);
      const text = expect.stringContaining(`doesn’t match the model of that name; ${use}`);
      expect(inEnglish(dryRun.net).notes).toContainEqual({ topic: 'unknown', text });
      expect((await bench.run(tool, args as JsonObject)).result).toMatchObject({
        success: true,
        message: text,
      });
    },
  );

  it('has no such note for a rule that matches the model of its name', async () => {
    const { notes } = await previewOf(['add_ignore_rule', { pattern: 'gpt-4o' }]);
    expect(notes.filter(({ topic }) => topic === 'unknown')).toEqual([]);
  });

  it('counts the rules that decide no model in the summary, even if another new rule decides one', async () => {
    const { dryRun } = await openBench().compute(
      ['add_ignore_rule', { pattern: 'gpt-4o' }],
      ['add_ignore_rule', { pattern: 'nothing' }],
      ['add_ignore_rule', { pattern: 'none' }],
    );
    expect(inEnglish(dryRun.net).summary).toBe('Hides 1 model. 2 rules then decide no model.');
  });

  it('names models by their ids if several providers are concerned', async () => {
    const { effects, unchanged } = await previewOf(['discard_changes', {}]);
    expect(effectTexts(effects)).toEqual([
      '- Newly hidden: openai/o1 (by ignore rule "o1*"), openai/o1-preview (by ignore rule "o1*")',
      '+ Brought back: gemini/pro, openai/gpt-4',
    ]);
    expect(unchanged).toBe('2 models stay as they are.');
  });

  it.each<[number, string[], string]>([
    [0, ['*'], 'No model stays as it is.'],
    [1, ['gpt*', 'o1'], '1 model stays as it is.'],
  ])('counts models that stay as they are: %i', async (_, ignore, unchanged) => {
    const sets = [{ provider: 'openai', ignore, whitelist: [] }];
    expect((await previewOf(['apply_rules', { rule_sets: sets }], { drafts: {} })).unchanged).toBe(unchanged);
  });

  it('shows the effect of a save for clients, compared with the file', async () => {
    const preview = await previewOf(['save_changes', {}]);
    expect(effectTexts(preview.effects)).toEqual([
      '- Newly hidden from clients: gemini/pro (by ignore rule "pro"), openai/gpt-4 (by ignore rule "gpt-4")',
      '+ Brought back for clients: openai/o1, openai/o1-preview',
    ]);
    expect(preview.differences).toEqual([
      { kind: 'added', text: 'gemini: ignore rule "pro"' },
      { kind: 'removed', text: 'openai: ignore rule "o1*"' },
      { kind: 'added', text: 'openai: ignore rule "gpt-4"' },
    ]);
    expect(preview.unchanged).toBe('2 models stay as they are.');
    expect(noteTexts(preview)).toEqual([
      'saved: The file then holds other rules for gemini and openai; what it holds for other providers stays.',
      'others: 1 model vanishes from the proxy’s list of gemini.',
      'others: 1 model vanishes from the proxy’s list of openai, and 2 models appear.',
      `others: ${RESTART}`,
      `way-back: ${NO_WAY_BACK}`,
    ]);
  });

  it.each<[string, Written, Partial<ModelFilterContext>, string[], warning?: string]>([
    [
      'a change that isn’t saved',
      ['add_ignore_rule', { pattern: 'o1' }],
      {},
      [`saved: ${NOT_SAVED}`, `way-back: ${CHECKPOINT}`],
    ],
    [
      'a change back to what is saved',
      ['discard_changes', {}],
      {},
      ['saved: The saved file is not touched; the page then shows what it holds.', `way-back: ${CHECKPOINT}`],
    ],
    [
      'a change on a page that goes live',
      ['add_ignore_rule', { pattern: 'o1' }],
      { live: true },
      [`way-back: ${CHECKPOINT}`],
      'Clients see this at once.',
    ],
    ['another view', ['switch_provider', { provider: 'gemini' }], {}, []],
    [
      'refreshed models',
      ['refresh_models', {}],
      {},
      ['unknown: Which models are new or gone is unknown until the proxy answers.'],
    ],
    [
      'a save that changes no list',
      ['save_changes', {}],
      { drafts: gemini(['x']), saved: {} },
      [
        'saved: The file then holds other rules for gemini; what it holds for other providers stays.',
        `others: ${RESTART}`,
        `way-back: ${NO_WAY_BACK}`,
      ],
      SAVES,
    ],
  ])('has notes and a warning for %s', async (_, call, overrides, notes, warning) => {
    const preview = await previewOf(call, overrides);
    expect(noteTexts(preview)).toEqual(notes);
    expect(preview.warning).toBe(warning);
  });

  it('names the first 500 models, and counts all', async () => {
    const ids = Array.from({ length: 12_345 }, (_, index) => `openai/m${String(index).padStart(5, '0')}`);
    const preview = await previewOf(['add_ignore_rule', { pattern: '*' }], {
      models: { openai: ids },
      drafts: {},
    });
    expect(preview.summary).toBe('Hides 12,345 models.');
    expect(preview.effects.map(({ names, total }) => [names.length, total])).toEqual([[500, 12_345]]);
  });
});

describe('models that aren’t loaded', () => {
  const unloaded = { models: { openai: MODELS.openai } };

  it('are requested, and nothing else is', async () => {
    const { page, compute, stateHash } = openBench(unloaded);
    page.proxy.models.gemini = MODELS.gemini;
    const before = await stateHash();
    const { dryRun } = await compute(['save_changes', {}]);
    expect(inEnglish(dryRun.net).summary).toBe('Clients lose 2 models and gain 2 of gemini and openai.');
    expect(await stateHash()).toBe(before);
    const asked = page.requests.filter(({ type }) => type !== 'get-state').map(({ body }) => body.name);
    expect(asked).toEqual(['load-models']);
  });

  it('make the effect unknown if they can’t be loaded, and are requested once', async () => {
    const { page, compute } = openBench(unloaded);
    const { dryRun } = await compute(['discard_changes', {}], ['discard_changes', {}], ['save_changes', {}]);
    expect(inEnglish(changeOf(dryRun.calls[0]).preview)).toMatchObject({
      summary: 'Hides 2 models and brings back 1. The effect on gemini is unknown.',
      unchanged: null,
      notes: expect.arrayContaining([
        {
          topic: 'unknown',
          text: 'The models of gemini couldn’t be loaded, so the effect on them is unknown.',
        },
      ]),
    });
    expect(dryRun.calls.slice(1).map(({ kind }) => kind)).toEqual(['failure', 'failure']);
    expect(page.requests.filter(({ type }) => type === 'action')).toHaveLength(1);
  });

  it.each<[string, Partial<ModelFilterContext>, string]>([
    [
      'for all that a save concerns',
      { drafts: gemini(['x']), saved: {} },
      'What clients see of gemini is unknown.',
    ],
    [
      'for a part of it',
      {},
      'Clients lose 1 model and gain 2 of openai. What clients see of gemini is unknown.',
    ],
  ])('make the effect for clients unknown: %s', async (_, overrides, summary) => {
    expect((await previewOf(['save_changes', {}], { ...unloaded, ...overrides })).summary).toBe(summary);
  });

  it('make a call that needs them fail with its own result', async () => {
    const { compute, run, stateHash } = openBench(unloaded);
    const args = { pattern: 'x', provider: 'gemini' };
    const { dryRun } = await compute(['add_ignore_rule', args]);
    expect(dryRun.calls).toEqual([
      {
        kind: 'failure',
        executionId: 'e0',
        args,
        rows: [],
        stateHashBefore: await stateHash(),
        savedHashBefore: expect.any(String),
        result: (await run('add_ignore_rule', args)).result,
      },
    ]);
  });

  it('are waited for while the page is loading them', async () => {
    const { page, compute } = openBench({ models: { openai: [] }, loading: true, drafts: {} });
    page.proxy.models.openai = MODELS.openai;
    const { dryRun, after } = await compute(['add_ignore_rule', { pattern: 'o1' }]);
    expect(inEnglish(dryRun.net).summary).toBe('Hides 1 model.');
    expect(after).toMatchObject({ loading: false, models: { openai: MODELS.openai } });
  });

  it('don’t prevent switching the view or refreshing models', async () => {
    const { page, compute } = openBench(unloaded);
    const { dryRun } = await compute(
      ['switch_provider', { provider: 'gemini' }],
      ['refresh_models', { provider: 'gemini' }],
    );
    expect(dryRun.calls.map(({ kind }) => kind)).toEqual(['change', 'change']);
    expect(page.requests.filter(({ type }) => type === 'action')).toEqual([]);
  });
});

describe('several calls', () => {
  it('are previewed from the page before the first to the page after the last', async () => {
    const { dryRun } = await openBench().compute(
      ['add_ignore_rule', { pattern: 'gpt-4o' }],
      ['switch_provider', { provider: 'gemini' }],
      ['add_whitelist_rule', { pattern: 'pro' }],
      ['remove_ignore_rule', { pattern: 'gpt-4o', provider: 'openai' }],
    );
    expect(dryRun.calls.map((computed) => inEnglish(changeOf(computed).preview).summary)).toEqual([
      'Hides 1 model.',
      'Shows gemini.',
      'Brings back 1 model. 1 rule then decides no model.',
      'Brings back 1 model.',
    ]);
    expect(inEnglish(dryRun.net)).toMatchObject({
      summary: 'Shows gemini. Brings back 1 model. 1 rule then decides no model.',
      differences: [
        { kind: 'modified', text: 'provider: openai → gemini' },
        { kind: 'added', text: 'gemini: whitelist rule "pro"' },
      ],
    });
  });

  it('that revert each other change no visibility', async () => {
    const { dryRun } = await openBench().compute(
      ['add_ignore_rule', { pattern: 'o1' }],
      ['remove_ignore_rule', { pattern: 'o1' }],
    );
    expect(inEnglish(dryRun.net)).toMatchObject({
      summary: 'No model changes its visibility.',
      effects: [],
      unchanged: null,
      differences: [],
    });
  });

  it('that end in a save list a common effect on page and clients once', async () => {
    const { dryRun } = await openBench({ drafts: SAVED }).compute(
      ['add_ignore_rule', { pattern: 'gpt-4' }],
      ['save_changes', {}],
    );
    expect(inEnglish(dryRun.net).summary).toBe('Clients lose 1 model of openai.');
    expect(effectTexts(inEnglish(dryRun.net).effects)).toEqual([
      '- Newly hidden from clients: gpt-4 (by ignore rule "gpt-4")',
    ]);
    expect(inEnglish(dryRun.net).differences).toEqual([
      { kind: 'added', text: 'openai: ignore rule "gpt-4"' },
    ]);
  });

  it('that end in a save list different effects on page and clients separately', async () => {
    const { dryRun } = await openBench().compute(
      ['add_ignore_rule', { pattern: 'gpt-4o' }],
      ['save_changes', {}],
    );
    expect(inEnglish(dryRun.net).summary).toBe(
      'Hides 1 model. Clients lose 3 models and gain 2 of gemini and openai.',
    );
    expect(effectTexts(inEnglish(dryRun.net).effects)).toEqual([
      '- Newly hidden: gpt-4o (by ignore rule "gpt-4o")',
      '- Newly hidden from clients: gemini/pro (by ignore rule "pro"), openai/gpt-4 (by ignore rule "gpt-4"), openai/gpt-4o (by ignore rule "gpt-4o")',
      '+ Brought back for clients: openai/o1, openai/o1-preview',
    ]);
  });

  it.each<[string, Parameters<Compute>, string[]]>([
    ['on the page', [['add_ignore_rule', { pattern: 'o1-*' }]], ['openai/o1-preview lost']],
    [
      'for clients, if they end in a save',
      [
        ['add_ignore_rule', { pattern: 'gpt-4o' }],
        ['save_changes', {}],
      ],
      [
        'gemini/pro lost',
        'openai/gpt-4 lost',
        'openai/gpt-4o lost',
        'openai/o1 back',
        'openai/o1-preview back',
      ],
    ],
    [
      'not, if more changes follow a save, which one picture can’t show',
      [
        ['save_changes', {}],
        ['add_ignore_rule', { pattern: 'gpt-4o' }],
      ],
      [],
    ],
    ['not, if all of them fail', [['remove_ignore_rule', { pattern: 'nothing' }]], []],
  ])('show every model as it changes %s', async (_, wanted, changed) => {
    const { dryRun } = await openBench().compute(...wanted);
    const marks = dryRun.strip?.groups.flatMap((group) => group.marks) ?? [];
    const texts = marks.map(({ name, state }) => `${name} ${state}`);
    expect(texts.filter((text) => /lost|back/.test(text)).sort()).toEqual(changed.sort());
  });

  it('that fail leave the page unchanged for the later ones', async () => {
    const { dryRun } = await openBench().compute(
      ['remove_ignore_rule', { pattern: 'nothing' }],
      ['no_such_tool', {}],
      ['clear_all_ignore_rules', {}],
      ['clear_all_ignore_rules', {}],
    );
    expect(
      dryRun.calls.map((computed) =>
        computed.kind === 'failure' ? computed.result.error_code : english(computed.preview.summary),
      ),
    ).toEqual(['rule_not_found', 'unknown_tool', 'Brings back 1 model.', 'nothing_to_change']);
    expect(dryRun.net).toEqual(changeOf(dryRun.calls[2]).preview);
  });

  it('may be empty', async () => {
    const { page, compute } = openBench();
    const { dryRun, after } = await compute();
    expect(dryRun).toEqual({
      calls: [],
      net: { summary: 'Nothing changes.', effects: [], unchanged: null, differences: [], notes: [] },
      strip: null,
    });
    expect(after).toEqual(page.state);
  });
});

it('calls that only read have no change in their dry run, but their result', async () => {
  const { compute, run, stateHash } = openBench();
  const { dryRun } = await compute(['list_models', {}]);
  expect(dryRun.calls).toEqual([
    {
      kind: 'failure',
      executionId: 'e0',
      args: {},
      rows: [],
      stateHashBefore: await stateHash(),
      savedHashBefore: expect.any(String),
      result: (await run('list_models', {})).result,
    },
  ]);
});
