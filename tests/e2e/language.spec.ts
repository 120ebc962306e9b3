import { openSettings } from '@/tests/drive/menu';
import { createPanelIn } from '@/tests/drive/panel';
import { wordsIn } from '@/tests/drive/words';
import { ENV_FILE } from '@/tests/fakes/test-playground';
import { expect, test } from './fixtures';
import { previewScript } from './preview-script';
import { thorough } from './thorough';

const LANGUAGE = 'ja';
const NAME = '日本語';

test(
  `in ${NAME}, chosen in the settings: a change, its approval and its rollback`,
  thorough({ tag: '@main' }),
  async ({ filterPage, playground, openPanel, startModel }) => {
    const words = wordsIn(LANGUAGE);
    const [kept = ''] = (await playground.listModelIds()).filter(
      (id) => id.startsWith('openai/') && id.includes('-preview'),
    );
    const model = await startModel(previewScript({ keptId: kept }));
    const english = await openPanel(filterPage.page);
    await english.connectScripted(model);

    await test.step('choose the language', async () => {
      const settings = await openSettings(english.page, 'Appearance');
      await settings.getByRole('combobox', { name: 'Language' }).selectOption({ label: NAME });
      await settings.getByRole('button', { name: `Reload in ${NAME}` }).click();
    });
    const panel = createPanelIn(english.page, words);
    await expect(panel.message).toHaveAttribute('placeholder', words('composer.field.placeholder'));
    await expect(panel.page.locator('html')).toHaveAttribute('lang', LANGUAGE);

    const before = await filterPage.readRestorableState();
    await panel.ask('Block preview models');
    await panel.finished();
    expect(await filterPage.readRestorableState()).not.toEqual(before);
    // The assistant is asked to answer in the user's language.
    const [system] = model.requests[0]?.body.messages ?? [];
    expect(system?.content).toContain('in the language of their messages');

    await panel.ask('Save the changes');
    await expect(panel.approval).toContainText(words('approval.actions.openRefusal'));
    await expect(panel.approval).toContainText(words('model-filter.preview.hiddenFromClients'));
    expect(await playground.readEnvFile()).toBe(ENV_FILE);
    await panel.approve();
    await panel.finished();
    expect(await playground.readEnvFile()).not.toBe(ENV_FILE);

    await panel.openCheckpoints();
    await panel.checkpoints.getByRole('radio').last().check();
    await panel.rollBack();
    expect(await filterPage.readRestorableState()).toEqual(before);
    await expect(panel.conversation).toContainText(words('conversation.rollback.title.rollback'));
  },
);
