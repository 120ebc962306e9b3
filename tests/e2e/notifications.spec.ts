/// <reference types="chrome" />

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openSettings } from '@/tests/drive/menu';
import { createPanel } from '@/tests/drive/panel';
import { startChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { calls, inTurn, says, thinksUntil } from '@/tests/fakes/chat-answers';
import { connectByCommand } from './connect-by-command';
import { test as base, expect } from './fixtures';
import { gate } from './gate';
import { readTable } from './read-table';
import { thorough } from './thorough';
import { withLaunched } from './with-launched';

const tag = '@approval';

/**
 * A headless browser shows no prompt; a request for a permission that was granted at install succeeds without
 * one.
 */
const test = base.extend<object, { extension: string }>({
  extension: [
    async ({ product }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'steward-notices-'));
      await cp(product.playgroundExtension, folder, { recursive: true });
      const path = join(folder, 'manifest.json');
      const declared = JSON.parse(await readFile(path, 'utf8'));
      const { optional_permissions, permissions } = declared;
      expect(optional_permissions).toEqual(['notifications']);
      // The permission also stays in `optional_permissions`: Firefox refuses a request for any other one.
      const manifest = { ...declared, permissions: [...permissions, ...optional_permissions] };
      await writeFile(path, JSON.stringify(manifest));
      await use(folder);
      await rm(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],

  steward: ({ extension, product }, use) => withLaunched(product, extension, use),
});

/** The ids of the shown notifications, queried in one of the extension's pages. */
function shownNotices(page: Page): Promise<string[]> {
  return page.evaluate(async () => Object.keys((await chrome.notifications.getAll()) as object));
}

test(
  'notifies a user who enabled notifications once the panel is closed, and not while it is open',
  thorough({ tag }),
  async ({ steward, filterPage, playground }) => {
    const { opened, open } = gate();
    const save = calls('save_changes', '{}');
    const endpoint = await startChangingEndpoint(
      inTurn(calls('add_ignore_rule', '{"pattern":"*audio*"}'), thinksUntil(opened, save), says('Done.')),
    );
    /** Any page of the extension; its manifest.json runs no script. */
    const beside = await steward.context.newPage();
    await beside.goto(steward.extensionUrl('manifest.json'));
    await filterPage.page.bringToFront();
    try {
      const sidePanel = await steward.openSidePanel(filterPage.page);
      const panel = createPanel(sidePanel.page);
      await connectByCommand(panel, endpoint);
      const settings = await openSettings(panel.page, 'Notifications');
      const notifies = settings.getByRole('checkbox', { name: 'Notify me when Steward waits' });
      await notifies.click();
      await expect(notifies).toBeChecked();
      await settings.getByRole('button', { name: 'Close' }).click();

      await panel.ask('Hide audio, and save');
      await sidePanel.close();
      open();
      await expect.poll(() => shownNotices(beside)).toHaveLength(1);
      const [approval] = await readTable(beside, 'approvals');
      expect(await shownNotices(beside)).toEqual([expect.stringMatching(`^approval:${approval?.id}@\\d+$`)]);

      // The panel that shows the approval request removes the notification, and it doesn't reappear.
      const again = await steward.openSidePanel(filterPage.page);
      await expect.poll(() => shownNotices(beside)).toEqual([]);
      await createPanel(again.page).approve();
      await expect(createPanel(again.page).said('Done.')).toBeVisible();
      expect(await playground.readEnvFile()).toContain('*audio*');
      expect(await shownNotices(beside)).toEqual([]);

      // A run that ends while no panel shows it.
      const last = gate();
      endpoint.behave(thinksUntil(last.opened, says('All is well.')));
      await createPanel(again.page).ask('Is all well?');
      await again.close();
      last.open();
      await expect.poll(() => shownNotices(beside)).toEqual([expect.stringMatching(/^run:.+@\d+$/)]);
      const third = await steward.openSidePanel(filterPage.page);
      await expect(createPanel(third.page).said('All is well.')).toBeVisible();
      await expect.poll(() => shownNotices(beside)).toEqual([]);
      await third.release();
    } finally {
      await endpoint.close();
    }
  },
);
