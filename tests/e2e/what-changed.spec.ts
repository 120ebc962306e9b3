import { APPROVAL } from './approval-fixtures';
import { attachLooks } from './attach-looks';
import { connectByCommand } from './connect-by-command';
import { expectAccessible } from './expect-accessible';
import { allModelsLoaded, saveElsewhere } from './page-rules';
import { readTable } from './read-table';
import { showLanguage } from './show-language';
import { test as base, expect } from './strict-test';
import { thorough } from './thorough';
import { type ListingUpstream, withListingUpstream, withPlaygroundOf } from './with-listing-upstream';

const PREVIEWS = { ignore: ['*-preview*'], whitelist: [] };

const test = base.extend<{ upstream: ListingUpstream }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern.
  upstream: async ({}, use) => {
    await withListingUpstream(['acme/one', 'acme/two'], use);
  },

  playground: async ({ upstream }, use) => withPlaygroundOf(upstream, 200, use),
});

test(
  'what changed while no panel was open is in a line and a sheet, until the user has seen it',
  thorough({ tag: '@both-browsers' }),
  async ({ upstream, playground, filterPage, openPanel, endpoint }, testInfo) => {
    const load = async () => {
      await filterPage.page.reload();
      await filterPage.counts();
      await allModelsLoaded(filterPage);
    };
    await saveElsewhere(playground, 'openai', PREVIEWS);
    await load();
    const first = await openPanel(filterPage.page);
    await connectByCommand(first, endpoint);
    const seenAtMs = async (panel = first) =>
      Number((await readTable(panel.page, 'seenPages'))[0]?.atMs ?? 0);
    await expect.poll(() => seenAtMs()).toBeGreaterThan(0);
    await expect(first.page.getByRole('button', { name: /^Since / })).toHaveCount(0);
    await first.close();

    upstream.list(['acme/one', 'acme/two', 'acme/three', 'acme/four', 'acme/five-preview', 'acme/six']);
    await saveElsewhere(playground, 'openai', { ignore: [], whitelist: [] });
    await load();
    const second = await openPanel(filterPage.page);
    const { page } = second;
    const line = page.getByRole('button', { name: /^Since / });
    await expect(line).toHaveText(
      /^Since .+: 1 rule removed outside of Steward, upstream: 4 new models and openai: \d+ models visible again$/,
    );
    await attachLooks(page, testInfo, 'what-changed-line', [360, 252]);
    await line.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'What changed' });
    await expect(sheet.getByText(/upstream: 4 new models \(.*five-preview.*\)/)).toBeVisible();
    await expect(
      sheet.getByRole('region', { name: 'Outside of Steward' }).getByText(/ignore rule "?\*-preview/),
    ).toBeVisible();
    await attachLooks(page, testInfo, 'what-changed-sheet', [360, 252]);
    await expectAccessible(page, 'what-changed');
    await sheet.getByRole('button', { name: 'Ask about this' }).click();
    await expect(second.message).toHaveValue(
      /^This changed since .+\?\n.*\+ upstream: 4 new models .+\n− openai: ignore rule/s,
    );
    await expect(second.message).toBeFocused();

    await line.click();
    await sheet.getByRole('button', { name: 'Seen' }).click();
    await expect(line).toHaveCount(0);
    await expect(second.message).toBeFocused();
    const seen = await seenAtMs(second);
    await second.close();

    await load();
    const third = await openPanel(filterPage.page);
    await expect.poll(() => seenAtMs(third)).toBeGreaterThan(seen);
    await expect(third.page.getByRole('button', { name: /^Since / })).toHaveCount(0);
  },
);

test(
  'the line and the sheet have their place in German and Japanese',
  thorough(APPROVAL),
  async ({ upstream, playground, filterPage, openPanel, endpoint }, testInfo) => {
    await saveElsewhere(playground, 'openai', PREVIEWS);
    await filterPage.page.reload();
    await filterPage.counts();
    await allModelsLoaded(filterPage);
    const panel = await openPanel(filterPage.page);
    const { page } = panel;
    await connectByCommand(panel, endpoint);
    await expect.poll(async () => (await readTable(page, 'seenPages')).length).toBe(1);
    for (const language of ['de', 'ja']) {
      upstream.list(['acme/one', `acme/${language}`]);
      await saveElsewhere(playground, 'openai', { ignore: [`*-${language}`], whitelist: [] });
      // The panel is away while the page changes.
      await page.goto('about:blank');
      await filterPage.page.reload();
      await filterPage.counts();
      await allModelsLoaded(filterPage);
      await page.goBack();
      const words = await showLanguage(page, language);
      const line = page.locator('.page-news button');
      await expect(line).toBeVisible();
      await attachLooks(page, testInfo, `what-changed-line-${language}`, [360, 252]);
      await line.click();
      await attachLooks(page, testInfo, `what-changed-sheet-${language}`, [360, 252]);
      await page.getByRole('button', { name: words('header.news.seen') }).click();
      await expect(line).toHaveCount(0);
    }
  },
);
