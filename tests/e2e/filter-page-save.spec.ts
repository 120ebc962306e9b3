import { mkdir, rm, rmdir } from 'node:fs/promises';
import type { FilterPage } from '@/tests/drive/filter-page';
import { expect, FILTER, test } from './filter-page-fixtures';
import { thorough } from './thorough';

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

  test(
    'saves the rules of several providers at once, and keeps special characters',
    thorough(FILTER),
    async ({ page, filterPage, playground }) => {
      await filterPage.addRules('ignore', 'dall-e-3');
      await filterPage.chooseProvider('custom_lab');
      await filterPage.addRules('ignore', "o'brien-7b,team\\draft,price-$5,#2 router,通义*");
      await expect(filterPage.saveButton).toHaveText('Save 2 providers');
      await filterPage.saveButton.click();
      await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
      const lab = (await playground.listModelIds()).filter((id) => id.startsWith('custom_lab/'));
      for (const name of ["o'brien-7b", 'team\\draft', 'price-$5', '#2 router', '通义千问-plus']) {
        expect(lab).not.toContain(`custom_lab/${name}`);
      }
      const { drafts } = await filterPage.readState();
      await page.reload();
      await filterPage.chooseProvider('custom_lab');
      expect((await filterPage.readState()).drafts).toEqual(drafts);
      await expect(filterPage.unsavedMark).toBeHidden();
    },
  );

  test(
    'a last rule that was removed and saved stays removed',
    thorough(FILTER),
    async ({ page, filterPage, playground }) => {
      await page.getByRole('button', { name: 'Remove ignore rule tts-1' }).click();
      await filterPage.saveButton.click();
      await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
      expect(await playground.readEnvFile()).not.toContain('IGNORE_MODELS');
      expect(await playground.listModelIds()).toContain('openai/tts-1');

      await filterPage.chooseProvider('gemini');
      await filterPage.chooseProvider('openai');
      await expect(filterPage.rules('ignore').getByRole('listitem')).toHaveCount(0);
      await page.reload();
      await filterPage.chooseProvider('openai');
      await expect(filterPage.rules('ignore').getByRole('listitem')).toHaveCount(0);
      await expect(filterPage.unsavedMark).toBeHidden();
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

  test(
    'keeping one’s own rules writes only those, and keeps what others saved for other providers',
    thorough(FILTER),
    async ({ page, filterPage, playground, expectConsoleMessages }) => {
      expectConsoleMessages(/status of 409/);
      await filterPage.addRules('ignore', 'dall-e-3');
      await playground.writeEnvFile(changedByHand);
      await filterPage.saveButton.click();
      await filterPage.chooseProvider('gemini');
      await page.getByRole('button', { name: 'Keep my rules' }).click();
      await expect(page.getByRole('alert')).toBeHidden();
      await filterPage.saveButton.click();
      await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
      expect(await playground.readEnvFile()).toBe(
        changedByHand.replace("'tts-1,whisper-1'", "'tts-1,dall-e-3'"),
      );
    },
  );

  test(
    'reports that the proxy’s list can’t be read, and saves the rules',
    thorough(FILTER),
    async ({ page, filterPage, playground, expectConsoleMessages }) => {
      expectConsoleMessages(/status of 500/);
      await fetch(`${playground.url}/v1/admin/faults`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ fault: '500' }),
      });
      await filterPage.addRules('ignore', 'dall-e-3');
      await filterPage.saveButton.click();
      await expect(
        page.getByText(/^Saved\. It could not be checked if the proxy applies these rules/),
      ).toBeVisible();
      expect(await playground.readEnvFile()).toContain("'tts-1,dall-e-3'");
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

test.describe('failing saves', () => {
  test(
    'a file that can’t be written is named, and the changes stay unsaved',
    thorough(FILTER),
    async ({ page, filterPage, playground, expectConsoleMessages }) => {
      expectConsoleMessages(/status of 5\d\d/);
      await filterPage.addRules('ignore', 'dall-e-3');
      await rm(playground.envFile);
      await mkdir(playground.envFile);
      await filterPage.saveButton.click();
      await expect(page.getByText(/^Not saved\. The file .* can’t be read/)).toBeVisible();
      await expect(filterPage.ignoreRule('dall-e-3')).toBeVisible();
      await expect(filterPage.unsavedMark).toBeVisible();

      await rmdir(playground.envFile);
      await filterPage.saveButton.click();
      await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
      expect(await playground.readEnvFile()).toBe("IGNORE_MODELS_OPENAI='dall-e-3'\n");
    },
  );

  test(
    'a save without an answer can be repeated',
    thorough(FILTER),
    async ({ page, filterPage, playground, expectConsoleMessages }) => {
      expectConsoleMessages(/net::ERR_|status of 409/);
      await filterPage.addRules('ignore', 'dall-e-3');
      // The request arrives, but its answer is lost.
      await page.route('**/v1/admin/model-filters', async (route) => {
        await route.fetch();
        await route.abort();
      });
      await filterPage.saveButton.click();
      await expect(page.getByText(/^It is unknown whether the rules were saved:/)).toBeVisible();
      await expect(filterPage.unsavedMark).toBeVisible();
      expect(await playground.readEnvFile()).toBe("IGNORE_MODELS_OPENAI='dall-e-3'\n");

      await page.unroute('**/v1/admin/model-filters');
      await filterPage.saveButton.click();
      await expect(page.getByText('The same rules were saved already.')).toBeVisible();
      await expect(filterPage.unsavedMark).toBeHidden();
    },
  );
});
