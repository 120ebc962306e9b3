import { expect } from 'vitest';
import { startChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { says, thinksUntil } from '@/tests/fakes/chat-answers';
import { SCRIPTED_MODEL_ID } from '@/tests/fakes/scripted-events';
import { test } from './fixtures';

const POLL = { timeout: 15_000 };

test('during a run the page can’t be edited by hand in Firefox, and Stop on its bar ends the run @filter', async ({
  firefox,
  filterPage,
}) => {
  const { page } = filterPage;
  const endpoint = await startChangingEndpoint(thinksUntil(new Promise(() => undefined), says('Never.')));
  const panel = await firefox.openPanel();
  await panel.fillConnection(endpoint.baseUrl, endpoint.apiKey);
  await panel.saveConnection();
  await panel.connected();
  await panel.chooseModel(SCRIPTED_MODEL_ID);
  await panel.ask('Think for ever');

  const barBox = () =>
    page.evaluate(() => {
      const box = document.querySelector('steward-lock')?.getBoundingClientRect();
      return box === undefined ? null : { left: box.left, top: box.top, isWide: box.width === innerWidth };
    });
  await expect.poll(barBox, POLL).toEqual({ left: 0, top: 0, isWide: true });
  await page.focus('input[type="search"]');
  await page.keyboard.type('gpt');
  await page.keyboard.press('Enter');
  expect(await page.$eval('input[type="search"]', (field) => (field as HTMLInputElement).value)).toBe('');
  expect((await filterPage.readState()).search).toBe('');

  // Stop is right of the text in the middle. Its position can't be queried, since the bar is in a closed
  // shadow root.
  const { width } = await page.evaluate(() => ({ width: innerWidth }));
  for (let x = width / 2; x < width && (await barBox()) !== null; x += 20) await page.mouse.click(x, 18);
  await panel.finished();
  await expect.poll(barBox, POLL).toBeNull();
  // The run was stopped by the user, not given up because the background had stopped too often.
  expect(await panel.conversation()).not.toContain('The browser stopped Steward');
  expect(await panel.alert()).toBeNull();
  await page.type('input[type="search"]', 'gpt');
  await expect.poll(async () => (await filterPage.readState()).search, POLL).toBe('gpt');
  await endpoint.close();
});
