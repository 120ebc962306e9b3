import type { FilterPage } from '@/scripts/drive/filter-page';
import { ENV_FILE } from '@/tests/fakes/test-playground';
import {
  type Answer,
  allModelsLoaded,
  expect,
  FILTER,
  fails,
  gives,
  modelNames,
  type Step,
  saveElsewhere,
  setRules,
  test,
} from './tool-story';

/** From now on the page’s requests for a provider’s models are answered so, and no longer by its server. */
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
  'a provider is changed while another one is in view, and comes into view when asked for',
  FILTER,
  async ({ story, filterPage }) => {
    const gemini = await modelNames(filterPage, 'gemini');
    const experiments = gemini.filter((name) => name.includes('-exp'));
    const openai = await modelNames(filterPage, 'openai');
    const rule = { pattern: '*-exp*', provider: 'gemini' };

    await story.carryOut([
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

    await story.carryOut([
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
  'every tool that takes a provider says so when the page has none of that name, and what may be meant',
  FILTER,
  async ({ story, filterPage }) => {
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
    await story.carryOut(steps);
    await story.carryOut(more);
    expect(await filterPage.readRestorableState()).toEqual(before);
  },
);

test(
  'models are fetched anew, and models that can’t be had are told as such',
  FILTER,
  async ({ filterPage, startStory }) => {
    const all = await modelNames(filterPage, 'openai');
    await allModelsLoaded(filterPage);
    await answerModels(filterPage, 'gemini', 503, { detail: 'The provider is asleep.' });
    await filterPage.page.reload();
    await filterPage.chooseProvider('openai');
    const story = await startStory();
    const provider = 'gemini';
    const notReady: Answer = fails('not_ready', { provider }, 'The provider is asleep.');

    await story.carryOut([
      ['add_ignore_rule', { pattern: '*-exp*', provider }, notReady],
      ['list_models', { provider }, notReady],
      ['apply_rules', { rule_sets: [{ provider, ignore: ['*-exp*'], whitelist: [] }] }, notReady],
      ['refresh_models', { provider }, notReady],
    ]);
    expect(await filterPage.readRestorableState()).toEqual({ provider: 'openai', drafts: {}, search: '' });
    await story.carryOut([['switch_provider', { provider }, notReady]]);
    await expect(filterPage.page.getByText('The provider is asleep.')).toBeVisible();

    await filterPage.page.unrouteAll();
    const changed = ['gpt-6', ...all.filter((name) => name !== 'whisper-1')].sort();
    await answerModels(filterPage, 'openai', 200, {
      provider: 'openai',
      models: changed.map((name) => `openai/${name}`),
    });
    const openai = {
      provider: 'openai',
      new_count: all.length,
      new_models: ['gpt-6'],
      gone_models: ['whisper-1'],
    };
    await story.carryOut([
      ['refresh_models', {}, gives({ provider, new_count: 54, new_models: [], gone_models: [] })],
      ['refresh_models', { provider: 'openai' }, gives(openai)],
      ['refresh_models', { provider: 'openai' }, gives({ ...openai, new_models: [], gone_models: [] })],
    ]);
    expect(await modelNames(filterPage, 'openai')).toEqual(changed);
    // The view is where it was; the models that it lacked are there now.
    await expect(providerSelect(filterPage)).toHaveValue('gemini');
    expect((await filterPage.counts()).models).toBe(54);
  },
);

test(
  'a save writes the file once, and what somebody else saved is told before it is replaced',
  FILTER,
  async ({ story, filterPage, playground }) => {
    const listed = await playground.listModelIds();
    const without = (...parts: string[]) =>
      listed.filter((id) => !parts.some((part) => id.startsWith('openai/') && id.includes(part)));
    const openai = ['openai'];
    await setRules(filterPage, { openai: { ignore: ['*audio*'], whitelist: [] } });
    await story.carryOut([
      ['save_changes', {}, gives({ providers: openai, effective: 'now' })],
      ['save_changes', {}, fails('nothing_to_save')],
    ]);
    expect(await playground.readEnvFile()).toBe(`${ENV_FILE}IGNORE_MODELS_OPENAI='*audio*'\n`);
    expect(await playground.listModelIds()).toEqual(without('audio'));
    await expect(filterPage.unsavedMark).toBeHidden();

    await setRules(filterPage, { openai: { ignore: ['*audio*', '*realtime*'], whitelist: [] } });
    await saveElsewhere(playground, 'openai', { ignore: ['*turbo*'], whitelist: ['gpt-4-turbo'] });
    const theirs = await playground.readEnvFile();
    await story.carryOut([
      [
        'save_changes',
        {},
        fails('saved_changed', {
          providers: openai,
          changed: [
            {
              provider: 'openai',
              ignore: { added: ['*turbo*'], removed: ['*audio*'], reordered: false },
              whitelist: { added: ['gpt-4-turbo'], removed: [], reordered: false },
            },
          ],
        }),
      ],
    ]);
    expect(await playground.readEnvFile()).toBe(theirs);
    expect((await filterPage.readState()).drafts).toEqual({
      openai: { ignore: ['*audio*', '*realtime*'], whitelist: [] },
    });
    await expect(filterPage.page.getByRole('alert')).toContainText('Nothing was written');

    await story.carryOut([['save_changes', {}, gives({ providers: openai, effective: 'now' })]]);
    expect(await playground.readEnvFile()).toBe(`${ENV_FILE}IGNORE_MODELS_OPENAI='*audio*,*realtime*'\n`);
    expect(await playground.listModelIds()).toEqual(without('audio', 'realtime'));
    await expect(filterPage.page.getByRole('alert')).toHaveCount(0);
    await expect(filterPage.unsavedMark).toBeHidden();
  },
);

test(
  'a save that the proxy doesn’t take leaves file and page as they were',
  FILTER,
  async ({ story, filterPage, playground }) => {
    const drafts = { openai: { ignore: ['*audio*'], whitelist: [] } };
    await setRules(filterPage, drafts);
    await filterPage.page.route('**/v1/admin/model-filters', (route) =>
      route.fulfill({ status: 500, json: { detail: 'The disk is full.' } }),
    );
    await story.carryOut([['save_changes', {}, fails('save_failed', undefined, 'The disk is full.')]]);
    await expect(filterPage.page.getByText('The disk is full.')).toBeVisible();
    expect(await playground.readEnvFile()).toBe(ENV_FILE);
    expect(await filterPage.readState()).toMatchObject({ drafts, saved: {} });
    await expect(filterPage.unsavedMark).toHaveText('Unsaved changes');
  },
);

test(
  'unsaved changes are discarded, of one provider or of all',
  FILTER,
  async ({ story, filterPage, playground }) => {
    const openai = await modelNames(filterPage, 'openai');
    const gemini = await modelNames(filterPage, 'gemini');
    const audio = openai.filter((name) => name.includes('audio'));
    const experiments = gemini.filter((name) => name.includes('-exp'));
    await setRules(filterPage, { openai: { ignore: ['*audio*'], whitelist: [] } });
    await story.carryOut([
      ['save_changes', {}, gives({ providers: ['openai'], effective: 'now' })],
      ['discard_changes', {}, fails('nothing_to_discard')],
    ]);
    const saved = await playground.readEnvFile();

    await setRules(filterPage, {
      gemini: { ignore: ['*-exp*'], whitelist: [] },
      mistral: { ignore: [], whitelist: ['codestral*'] },
    });
    const back = (provider: string, names: string[], of: number) => ({
      provider,
      newly_hidden: [],
      brought_back: names,
      unchanged: of - names.length,
    });
    await story.carryOut([
      [
        'discard_changes',
        { provider: 'gemini' },
        gives({ providers: ['gemini'], changes: [back('gemini', experiments, gemini.length)] }),
      ],
    ]);
    await expect(filterPage.unsavedMark).toHaveText('Unsaved changes: mistral, openai');
    await story.carryOut([
      [
        'discard_changes',
        {},
        gives({
          providers: ['mistral', 'openai'],
          changes: [
            back('mistral', [], (await modelNames(filterPage, 'mistral')).length),
            { ...back('openai', [], openai.length - audio.length), newly_hidden: audio },
          ],
        }),
      ],
    ]);
    expect((await filterPage.readState()).drafts).toEqual({ openai: { ignore: ['*audio*'], whitelist: [] } });
    await expect(filterPage.rule('ignore', '*audio*')).toContainText(`hides ${audio.length}`);
    await expect(filterPage.unsavedMark).toBeHidden();
    expect(await playground.readEnvFile()).toBe(saved);
  },
);

test.describe('a proxy that reads its file once', () => {
  test.use({ applyOnRestart: true });

  test(
    'a save says that the proxy has to be restarted',
    FILTER,
    async ({ story, filterPage, playground }) => {
      const listed = await playground.listModelIds();
      await setRules(filterPage, { openai: { ignore: ['*audio*'], whitelist: [] } });
      await story.carryOut([
        ['save_changes', {}, gives({ providers: ['openai'], effective: 'after-restart' }, 'restart')],
      ]);
      expect(await playground.readEnvFile()).toBe(`${ENV_FILE}IGNORE_MODELS_OPENAI='*audio*'\n`);
      expect(await playground.listModelIds()).toEqual(listed);
      await expect(filterPage.page.getByRole('banner')).toContainText(/restart/i);
    },
  );
});
