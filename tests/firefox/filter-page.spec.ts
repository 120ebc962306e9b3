import { expect } from 'vitest';
import { ENV_FILE } from '@/tests/fakes/test-playground';
import { test } from './fixtures';

const POLL = { timeout: 15_000 };

test('the filter page works without Steward in Firefox: search, rules, saving, and its state after a reload', async ({
  filterPage,
  playground,
}) => {
  const { page } = filterPage;
  const { models } = await filterPage.counts();
  const isMini = (id: string) => id.startsWith('openai/') && id.includes('mini');
  const minis = (await playground.listModelIds()).filter(isMini).length;
  expect(minis).toBeGreaterThan(1);

  await page.locator('input[type="search"]').fill('mini');
  await expect
    .poll(() => page.$eval('.search-found', ({ textContent }) => textContent), POLL)
    .toBe(`${minis} found`);
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await filterPage.readState()).search, POLL).toBe('');

  await filterPage.addIgnoreRule('*mini*');
  await expect.poll(() => filterPage.ignoreRule('*mini*'), POLL).toContain(`hides ${minis}`);
  expect(await filterPage.counts()).toEqual({ models, visible: models - minis, hidden: minis });
  expect(await filterPage.hasUnsavedMark()).toBe(true);
  expect(await playground.readEnvFile()).toBe(ENV_FILE);

  await page.keyboard.down('Control');
  await page.keyboard.press('s');
  await page.keyboard.up('Control');
  await expect.poll(filterPage.hasUnsavedMark, POLL).toBe(false);
  expect(await playground.readEnvFile()).toBe(`${ENV_FILE}IGNORE_MODELS_OPENAI='*mini*'\n`);

  await page.reload();
  await filterPage.counts();
  await filterPage.chooseProvider('openai');
  expect(await filterPage.ignoreRule('*mini*')).toContain(`hides ${minis}`);
});
