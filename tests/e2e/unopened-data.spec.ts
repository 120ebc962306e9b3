import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { attachScreenshot } from './attach-screenshot';
import { expect, test } from './fixtures';
import { inBothBrowsers } from './thorough';

/** Data of an earlier version that no upgrade accepts: two messages of a chat have the same position. */
async function plantUnupgradable(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const done = (request: IDBRequest) =>
      new Promise<void>((resolve, reject) => {
        request.onsuccess = () => resolve();
        request.onerror = () => reject(request.error);
      });
    await done(indexedDB.deleteDatabase('steward'));
    const opening = indexedDB.open('steward', 10);
    opening.onupgradeneeded = () => {
      const { result } = opening;
      result
        .createObjectStore('chats', { keyPath: 'id' })
        .add({ id: 'c1', title: 'Hide audio', updatedAtMs: 1 });
      const messages = result.createObjectStore('messages', { keyPath: 'id' });
      for (const id of ['m1', 'm2'])
        messages.add({ id, chatId: 'c1', position: 0, role: 'user', content: `Text ${id}` });
      result
        .createObjectStore('connectionSecrets', { keyPath: 'connectionId' })
        .add({ connectionId: 'k', key: 'sk-secret' });
    };
    await done(opening);
    opening.result.close();
  });
}

test(
  'data that can’t be opened is not lost: the panel says so, and saves what can be read',
  inBothBrowsers({ tag: '@recovery' }),
  async ({ filterPage, openPanel, steward }, testInfo) => {
    const panel = await openPanel(filterPage.page);
    const page = await steward.context.newPage();
    await page.goto(steward.extensionUrl('manifest.json'));
    await panel.close();
    await steward.killWorker();
    await plantUnupgradable(page);
    await page.close();
    const { page: broken } = await openPanel(filterPage.page);
    await expect(broken.getByRole('alert')).toContainText('Steward’s database could not be read or written.');
    const saving = broken.waitForEvent('download');
    await broken.getByRole('button', { name: 'Save what can be read' }).click();
    const saved = await readFile(await (await saving).path(), 'utf8');
    expect(saved).toContain('Hide audio');
    expect(saved).toContain('Text m1');
    expect(saved).toContain('Text m2');
    expect(saved).not.toContain('sk-secret');
    await expect(broken.getByText('Saved. The file has no keys.')).toBeVisible();
    await attachScreenshot(broken, testInfo, 'unopened-data');
  },
);
