import { ENV_FILE } from '@/tests/fakes/test-playground';
import { saveElsewhere, setRules } from './page-rules';
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
    await scenario.runCalls(
      [['save_changes', {}, gives({ providers: openai, effective: 'now' })]],
      [['save_changes', {}, fails('nothing_to_save')]],
    );
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
