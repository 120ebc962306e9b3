import type { FilterPage } from '@/tests/drive/filter-page';
import { allModelsLoaded, modelNames } from './page-rules';
import { thorough } from './thorough';
import { expect, FILTER, test } from './tool-scenario';
import { fails, gives, type Step } from './tool-step';

/** From now on the page’s requests for a provider’s models get this answer in place of the server's. */
async function answerModels(
  { page }: FilterPage,
  provider: string,
  status: number,
  body: object,
): Promise<void> {
  await page.route(`**/v1/admin/catalogue/${provider}`, (route) => route.fulfill({ status, json: body }));
}

const providerSelect = ({ page }: FilterPage) => page.getByRole('combobox', { name: 'Provider' });

test(
  'changes a provider that isn’t in view, and brings it into view on request',
  thorough(FILTER),
  async ({ scenario, filterPage }) => {
    const gemini = await modelNames(filterPage, 'gemini');
    const experiments = gemini.filter((name) => name.includes('-exp'));
    const openai = await modelNames(filterPage, 'openai');
    const rule = { pattern: '*-exp*', provider: 'gemini' };

    await scenario.runCalls([
      [
        'add_ignore_rule',
        rule,
        gives({ ...rule, affected_models: experiments, newly_hidden: experiments, replaced_rules: [] }),
      ],
      [
        'add_whitelist_rule',
        { pattern: 'whisper-1' },
        gives({
          provider: 'openai',
          pattern: 'whisper-1',
          affected_models: ['whisper-1'],
          brought_back: [],
          replaced_rules: [],
        }),
      ],
    ]);
    await expect(providerSelect(filterPage)).toHaveValue('openai');
    await expect(filterPage.rules('ignore').getByRole('listitem')).toHaveCount(0);
    await expect(filterPage.unsavedMark).toHaveText('Unsaved changes: gemini, openai');
    expect((await filterPage.counts()).models).toBe(openai.length);
    const drafts = {
      gemini: { ignore: ['*-exp*'], whitelist: [] },
      openai: { ignore: [], whitelist: ['whisper-1'] },
    };
    expect(await filterPage.readRestorableState()).toEqual({ provider: 'openai', drafts, search: '' });

    await scenario.runCalls([
      [
        'switch_provider',
        { provider: 'gemni' },
        fails('provider_not_found', { provider: 'gemni', near_providers: [] }),
      ],
      [
        'switch_provider',
        { provider: 'gemini' },
        gives({ provider: 'gemini', count: gemini.length, unsaved_providers: ['gemini', 'openai'] }),
      ],
      [
        'switch_provider',
        { provider: 'gemini' },
        gives({ provider: 'gemini', count: gemini.length, unsaved_providers: ['gemini', 'openai'] }),
      ],
    ]);
    await expect(providerSelect(filterPage)).toHaveValue('gemini');
    await expect(filterPage.rule('ignore', '*-exp*')).toContainText(`hides ${experiments.length}`);
    expect(await filterPage.counts()).toEqual({
      models: gemini.length,
      visible: gemini.length - experiments.length,
      hidden: experiments.length,
    });
    expect(await filterPage.readRestorableState()).toEqual({ provider: 'gemini', drafts, search: '' });
  },
);

test(
  'every tool with a provider parameter reports an unknown provider, with suggestions',
  thorough(FILTER),
  async ({ scenario, filterPage }) => {
    const provider = 'OpenAI ';
    const unknown = fails('provider_not_found', { provider, near_providers: ['openai'] });
    const steps: Step[] = [
      ['add_ignore_rule', { pattern: 'o1', provider }, unknown],
      ['remove_ignore_rule', { pattern: 'o1', provider }, unknown],
      ['add_whitelist_rule', { pattern: 'o1', provider }, unknown],
      ['remove_whitelist_rule', { pattern: 'o1', provider }, unknown],
      ['clear_all_ignore_rules', { provider }, unknown],
      ['clear_all_whitelist_rules', { provider }, unknown],
      ['import_rules', { ignore: ['o1'], whitelist: [], mode: 'merge', provider }, unknown],
      ['preview_rules', { ignore: ['o1'], mode: 'merge', provider }, unknown],
    ];
    const more: Step[] = [
      [
        'apply_rules',
        { rule_sets: [{ provider, ignore: ['o1'], whitelist: [] }] },
        fails('invalid_rules', {
          problems: [{ provider, why: 'the page has no such provider (near: openai)' }],
        }),
      ],
      ['get_models_matching_pattern', { pattern: 'o1', provider }, unknown],
      ['get_model_details', { provider }, unknown],
      ['explain_model_status', { model_id: 'o1', provider }, unknown],
      ['list_models', { provider }, unknown],
      ['switch_provider', { provider }, unknown],
      ['refresh_models', { provider }, unknown],
      ['discard_changes', { provider }, unknown],
    ];
    const before = await filterPage.readRestorableState();
    await scenario.runCalls(steps);
    await scenario.runCalls(more);
    expect(await filterPage.readRestorableState()).toEqual(before);
  },
);

test(
  'reports models that can’t be loaded, and loads them once they can',
  thorough(FILTER),
  async ({ filterPage, startScenario }) => {
    await allModelsLoaded(filterPage);
    const gemini = await modelNames(filterPage, 'gemini');
    const experiments = gemini.filter((name) => name.includes('-exp'));
    await answerModels(filterPage, 'gemini', 503, { detail: 'The provider is asleep.' });
    await filterPage.page.reload();
    await filterPage.chooseProvider('openai');
    const scenario = await startScenario();
    const provider = 'gemini';
    const rule = { pattern: '*-exp*', provider };
    const notReady = fails('not_ready', { provider }, 'The provider is asleep.');

    await scenario.runCalls([
      ['add_ignore_rule', rule, notReady],
      ['list_models', { provider }, notReady],
      ['apply_rules', { rule_sets: [{ provider, ignore: ['*-exp*'], whitelist: [] }] }, notReady],
      ['refresh_models', { provider }, notReady],
    ]);
    expect(await filterPage.readRestorableState()).toEqual({ provider: 'openai', drafts: {}, search: '' });

    await filterPage.page.unrouteAll();
    await scenario.runCalls([
      [
        'add_ignore_rule',
        rule,
        gives({ ...rule, affected_models: experiments, newly_hidden: experiments, replaced_rules: [] }),
      ],
    ]);
    expect(await filterPage.readRestorableState()).toEqual({
      provider: 'openai',
      drafts: { gemini: { ignore: ['*-exp*'], whitelist: [] } },
      search: '',
    });
    await expect(providerSelect(filterPage)).toHaveValue('openai');
  },
);

test(
  'switches to a provider whose models can’t be loaded, and a refresh loads them',
  thorough(FILTER),
  async ({ filterPage, startScenario }) => {
    await answerModels(filterPage, 'gemini', 503, { detail: 'The provider is asleep.' });
    await filterPage.page.reload();
    await filterPage.chooseProvider('openai');
    const scenario = await startScenario();
    const provider = 'gemini';
    await scenario.runCalls([
      ['switch_provider', { provider }, fails('not_ready', { provider }, 'The provider is asleep.')],
    ]);
    await expect(providerSelect(filterPage)).toHaveValue('gemini');
    await expect(filterPage.page.getByText('The provider is asleep.')).toBeVisible();

    await filterPage.page.unrouteAll();
    await scenario.runCalls([
      ['refresh_models', {}, gives({ provider, new_count: 54, new_models: [], gone_models: [] })],
    ]);
    expect((await filterPage.counts()).models).toBe(54);
  },
);

test(
  'a refresh reports added and removed models, in view or not',
  thorough(FILTER),
  async ({ scenario, filterPage }) => {
    const provider = 'openai';
    const all = await modelNames(filterPage, provider);
    const gemini = await modelNames(filterPage, 'gemini');
    const changed = ['gpt-6', ...all.filter((name) => name !== 'whisper-1')].sort();
    const models = changed.map((name) => `${provider}/${name}`);
    await answerModels(filterPage, provider, 200, { provider, models });
    const refreshed = { provider, new_count: changed.length, new_models: [], gone_models: [] };

    await scenario.runCalls([
      ['refresh_models', {}, gives({ ...refreshed, new_models: ['gpt-6'], gone_models: ['whisper-1'] })],
      ['refresh_models', { provider }, gives(refreshed)],
      [
        'refresh_models',
        { provider: 'gemini' },
        gives({ ...refreshed, provider: 'gemini', new_count: gemini.length }),
      ],
    ]);
    expect(await modelNames(filterPage, provider)).toEqual(changed);
    await expect(providerSelect(filterPage)).toHaveValue(provider);
    expect((await filterPage.counts()).models).toBe(changed.length);
  },
);
