import { expect } from 'vitest';
import { test } from './fixtures';

const POLL = { timeout: 10_000 };

test('F6 brings the keyboard from the page into the field that the panel is opened for in Firefox @keyboard', async ({
  firefox,
  filterPage: { page },
  playground,
}) => {
  const { sidebar, window } = firefox;
  await page.focus('input[type="search"]');
  await firefox.openPanel();
  const isInPage = () => page.evaluate(() => document.hasFocus());
  // Opening the sidebar leaves the keyboard with the page: the first screen says so.
  expect(await isInPage()).toBe(true);
  await expect
    .poll(() => sidebar.find({ selector: '.first-connection' }), POLL)
    .toMatchObject({
      text: expect.stringContaining('Shift+F6'),
    });
  await expect
    .poll(async () => {
      await window.type(['F6']);
      return isInPage();
    }, POLL)
    .toBe(false);
  await expect
    .poll(async () => {
      await window.type(['F6']);
      return (await sidebar.find({ selector: 'input:focus', name: 'Address' })) !== null;
    }, POLL)
    .toBe(true);
  await window.type(`${playground.url}/v1`);
  await window.type(['Tab']);
  await window.type(playground.apiKey);
  await window.type(['Enter']);
  const isInMessage = async () =>
    (await sidebar.find({ selector: 'textarea:focus', name: 'Message' })) !== null;
  await expect.poll(isInMessage, POLL).toBe(true);
});
