import { ENV_FILE } from '@/tests/fakes/test-playground';
import { modelNames, saveElsewhere, setRules } from './page-rules';
import { thorough } from './thorough';
import { expect, FILTER, test } from './tool-scenario';
import { fails, gives } from './tool-step';

test(
  'a save writes the file once, and reports another admin’s save before replacing it',
  FILTER,
  async ({ scenario, filterPage, playground }) => {
    const listed = await playground.listModelIds();
    const without = (...parts: string[]) =>
      listed.filter((id) => !parts.some((part) => id.startsWith('openai/') && id.includes(part)));
    const openai = ['openai'];
    await setRules(filterPage, { openai: { ignore: ['*audio*'], whitelist: [] } });
    await scenario.runCalls([
      ['save_changes', {}, gives({ providers: openai, effective: 'now' })],
      ['save_changes', {}, fails('nothing_to_save')],
    ]);
    expect(await playground.readEnvFile()).toBe(`${ENV_FILE}IGNORE_MODELS_OPENAI='*audio*'\n`);
    expect(await playground.listModelIds()).toEqual(without('audio'));
    await expect(filterPage.unsavedMark).toBeHidden();

    await setRules(filterPage, { openai: { ignore: ['*audio*', '*realtime*'], whitelist: [] } });
    await saveElsewhere(playground, 'openai', { ignore: ['*turbo*'], whitelist: ['gpt-4-turbo'] });
    const theirs = await playground.readEnvFile();
    await scenario.runCalls([
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

    await scenario.runCalls([['save_changes', {}, gives({ providers: openai, effective: 'now' })]]);
    expect(await playground.readEnvFile()).toBe(`${ENV_FILE}IGNORE_MODELS_OPENAI='*audio*,*realtime*'\n`);
    expect(await playground.listModelIds()).toEqual(without('audio', 'realtime'));
    await expect(filterPage.page.getByRole('alert')).toHaveCount(0);
    await expect(filterPage.unsavedMark).toBeHidden();
  },
);

test(
  'a save that the proxy refuses leaves file and page unchanged',
  thorough(FILTER),
  async ({ scenario, filterPage, playground }) => {
    const drafts = { openai: { ignore: ['*audio*'], whitelist: [] } };
    await setRules(filterPage, drafts);
    await filterPage.page.route('**/v1/admin/model-filters', (route) =>
      route.fulfill({ status: 500, json: { detail: 'The disk is full.' } }),
    );
    await scenario.runCalls([['save_changes', {}, fails('save_failed', null, 'The disk is full.')]]);
    await expect(filterPage.page.getByText('The disk is full.')).toBeVisible();
    expect(await playground.readEnvFile()).toBe(ENV_FILE);
    expect(await filterPage.readState()).toMatchObject({ drafts, saved: {} });
    await expect(filterPage.unsavedMark).toHaveText('Unsaved changes');
  },
);

test(
  'discards unsaved changes, of one provider or of all',
  thorough(FILTER),
  async ({ scenario, filterPage, playground }) => {
    const openai = await modelNames(filterPage, 'openai');
    const gemini = await modelNames(filterPage, 'gemini');
    const audio = openai.filter((name) => name.includes('audio'));
    const experiments = gemini.filter((name) => name.includes('-exp'));
    await setRules(filterPage, { openai: { ignore: ['*audio*'], whitelist: [] } });
    await scenario.runCalls([
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
    await scenario.runCalls([
      [
        'discard_changes',
        { provider: 'gemini' },
        gives({ providers: ['gemini'], changes: [back('gemini', experiments, gemini.length)] }),
      ],
    ]);
    await expect(filterPage.unsavedMark).toHaveText('Unsaved changes: mistral, openai');
    await scenario.runCalls([
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
  test.use({ applyAtOnce: false });

  test(
    'a save reports that the proxy must be restarted',
    FILTER,
    async ({ scenario, filterPage, playground }) => {
      const listed = await playground.listModelIds();
      await setRules(filterPage, { openai: { ignore: ['*audio*'], whitelist: [] } });
      await scenario.runCalls([
        ['save_changes', {}, gives({ providers: ['openai'], effective: 'after-restart' }, 'restart')],
      ]);
      expect(await playground.readEnvFile()).toBe(`${ENV_FILE}IGNORE_MODELS_OPENAI='*audio*'\n`);
      expect(await playground.listModelIds()).toEqual(listed);
      await expect(filterPage.page.getByRole('banner')).toContainText(/restart/i);
    },
  );
});
