import type { FilterPage } from '@/tests/drive/filter-page';
import { expect, FILTER, test } from './filter-page-fixtures';

/** A file of an admin who also edits it by hand. */
const ENV_TEXT = [
  '# Mind the ports',
  "export IGNORE_MODELS_OPENAI='tts-1' # nobody speaks",
  'OPENAI_API_BASE=http://127.0.0.1:9',
  'WHITELIST_MODELS_GEMINI="gemini-2.5-pro"',
  '',
].join('\n');

const modelsOf = async (filterPage: FilterPage): Promise<readonly string[]> =>
  (await filterPage.readState()).models.openai ?? [];

const openaiOf = (ids: readonly string[]): string[] => ids.filter((id) => id.startsWith('openai/')).sort();

test.describe('a file with a rule in it', () => {
  test.use({ envText: ENV_TEXT });

  test(
    'saving writes both keys, keeps the rest of the file, and clients see the result',
    FILTER,
    async ({ page, filterPage, playground }) => {
      const ids = await modelsOf(filterPage);
      await expect(filterPage.saveButton).toHaveAttribute('aria-disabled', 'true');
      await filterPage.addRules('ignore', '*-preview*');
      await filterPage.addRules('whitelist', 'gpt-4-turbo-preview');
      expect(openaiOf(await playground.listModelIds())).toHaveLength(ids.length - 1);

      await filterPage.saveButton.click();
      await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
      await expect(filterPage.unsavedMark).toBeHidden();
      expect(await playground.readEnvFile()).toBe(
        [
          '# Mind the ports',
          "export IGNORE_MODELS_OPENAI='tts-1,*-preview*' # nobody speaks",
          'OPENAI_API_BASE=http://127.0.0.1:9',
          'WHITELIST_MODELS_GEMINI="gemini-2.5-pro"',
          "WHITELIST_MODELS_OPENAI='gpt-4-turbo-preview'",
          '',
        ].join('\n'),
      );
      const visible = ids.filter(
        (id) => id === 'openai/gpt-4-turbo-preview' || !(id.includes('-preview') || id === 'openai/tts-1'),
      );
      expect(openaiOf(await playground.listModelIds())).toEqual(visible.toSorted());
      expect((await filterPage.counts()).visible).toBe(visible.length);
    },
  );

  const changedByHand = ENV_TEXT.replace("'tts-1'", "'tts-1,whisper-1'").replace(
    '"gemini-2.5-pro"',
    '"gemini-2.5-pro,gemini-2.5-flash"',
  );

  test(
    'shows rules that another admin saved meanwhile, doesn’t overwrite them, and can load them',
    FILTER,
    async ({ page, filterPage, playground, expectConsoleMessages }) => {
      expectConsoleMessages(/status of 409/);
      await filterPage.addRules('ignore', 'dall-e-3');
      await playground.writeEnvFile(changedByHand);
      await filterPage.saveButton.click();

      const banner = page.getByRole('alert');
      await expect(banner).toContainText('The saved rules changed since this page loaded them.');
      expect(await banner.getByRole('listitem').allTextContents()).toEqual([
        'gemini: whitelist rule gemini-2.5-flash added',
        'openai: ignore rule whisper-1 added',
      ]);
      expect(await playground.readEnvFile()).toBe(changedByHand);
      await expect(filterPage.saveButton).toHaveAttribute('aria-disabled', 'true');
      await expect(filterPage.ignoreRule('dall-e-3')).toBeVisible();

      await banner.getByRole('button', { name: 'Load saved rules' }).click();
      await expect(banner).toBeHidden();
      expect((await filterPage.readState()).drafts).toEqual({
        gemini: { ignore: [], whitelist: ['gemini-2.5-pro', 'gemini-2.5-flash'] },
        openai: { ignore: ['tts-1', 'whisper-1'], whitelist: [] },
      });
      await expect(filterPage.unsavedMark).toBeHidden();
      // The discarded rules can be restored.
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(filterPage.ignoreRule('dall-e-3')).toBeVisible();
    },
  );
});

test.describe('a proxy that reads its file only at the start', () => {
  test.use({ envText: ENV_TEXT, playgroundOptions: { applyAtOnce: false } });

  test('a save reports that a restart is needed', FILTER, async ({ page, filterPage, playground }) => {
    const listed = await playground.listModelIds();
    await filterPage.addRules('ignore', 'dall-e-3');
    await filterPage.saveButton.click();
    await expect(page.getByText('Saved. The proxy applies the old rules until it restarts.')).toBeVisible();
    expect(await playground.readEnvFile()).toContain("'tts-1,dall-e-3'");
    expect(await playground.listModelIds()).toEqual(listed);
  });
});
