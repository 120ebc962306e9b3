/// <reference types="chrome" />

import type { Page } from '@playwright/test';
import { calls, inTurn, says, thinksUntil } from '@/tests/fakes/chat-answers';
import { connectByCommand } from './connect-by-command';
import { readTable } from './read-table';
import { test as base, ENDS_WORKER, expect } from './strict-test';
import { inBothBrowsers, thorough } from './thorough';

const tag = '@recovery';

/** Longest time from a worker's end to the next request if only the alarm, every 30 s, starts the worker again; 6 s are for a busy computer. */
const ALARM_LIMIT_MS = 36_000;

const NEVER = new Promise<void>(() => undefined);

const test = base.extend(ENDS_WORKER);

/** The alarms that the browser keeps for the extension, read in one of the extension's pages. */
const alarmsOf = (page: Page) => page.evaluate(async () => (await chrome.alarms.getAll()).length);

test(
  'a run whose worker ends in mid-stream goes on with the panel closed, and changes nothing twice',
  inBothBrowsers({
    tag,
  }),
  async ({ filterPage, openPanel, steward, endpoint }) => {
    endpoint.behave(
      inTurn(
        calls('add_ignore_rule', '{"pattern":"*audio*"}'),
        thinksUntil(NEVER, says('Never.')),
        says('Audio is hidden.'),
      ),
    );
    const bar = await steward.lockBar(filterPage.page);
    const panel = await openPanel(filterPage.page);
    await connectByCommand(panel, endpoint);
    expect(await alarmsOf(panel.page)).toBe(0);
    await panel.ask('Hide audio');
    await expect.poll(() => endpoint.chats().length).toBe(2);
    expect(await alarmsOf(panel.page)).toBe(1);
    // An open panel would start another worker.
    await panel.close();
    await steward.killWorker();
    await expect.poll(() => endpoint.chats().length).toBe(3);
    await expect.poll(bar.read).toBeNull();
    expect((await filterPage.readState()).drafts.openai?.ignore).toEqual(['*audio*']);

    const again = await openPanel(filterPage.page);
    await again.answered('Audio is hidden.');
    await expect(again.toolCards('add_ignore_rule')).toHaveCount(1);
    expect(await readTable(again.page, 'executions')).toHaveLength(1);
    await expect(again.alert).toHaveCount(0);
    // The alarm may outlive the run by ten seconds.
    await expect.poll(() => alarmsOf(again.page), { timeout: 20_000 }).toBe(0);
  },
);

test('an update of the installed extension in a running browser: the run goes on, and changes nothing twice', {
  tag,
}, async ({ filterPage, openPanel, steward, endpoint, product }) => {
  endpoint.behave(
    inTurn(
      calls('add_ignore_rule', '{"pattern":"*audio*"}'),
      thinksUntil(NEVER, says('Never.')),
      says('Audio is hidden.'),
    ),
  );
  const errors: string[] = [];
  filterPage.page.on('pageerror', (error) => errors.push(String(error)));
  const bar = await steward.lockBar(filterPage.page);
  const panel = await openPanel(filterPage.page);
  await connectByCommand(panel, endpoint);
  await panel.ask('Hide audio');
  await expect.poll(() => endpoint.chats().length).toBe(2);
  await panel.message.fill('And then the minis');
  await expect.poll(async () => (await readTable(panel.page, 'composerTexts')).length).toBe(1);
  const version = () => chrome.runtime.getManifest().version;
  const before = await panel.page.evaluate(version);

  // The browser closes the panel, and the run goes on without it.
  await steward.update();
  await expect.poll(() => endpoint.chats().length).toBe(3);
  await expect.poll(bar.read).toBeNull();
  const buttons = filterPage.page.locator('steward-button');
  await expect(buttons).toHaveCount(product.hasPageButton ? 1 : 0);

  const again = await openPanel(filterPage.page);
  const after = await again.page.evaluate(version);
  expect(after).not.toBe(before);
  const notice = again.page.getByRole('region', { name: 'Update', exact: true });
  await expect(notice).toContainText(`Steward was updated to version ${after} while it was working.`);
  await notice.getByRole('button', { name: 'Dismiss: Update' }).click();
  await expect(notice).toHaveCount(0);
  await again.answered('Audio is hidden.');
  await expect(again.message).toHaveValue('And then the minis');
  await expect(again.toolCards('add_ignore_rule')).toHaveCount(1);
  await expect(again.alert).toHaveCount(0);
  expect((await filterPage.readState()).drafts.openai?.ignore).toEqual(['*audio*']);
  await filterPage.addIgnoreRule('*mini*');
  await expect(filterPage.ignoreRule('*mini*')).toBeVisible();
  expect(errors).toEqual([]);
});

test(
  'a run that waits goes on within half a minute of its worker’s end, with the panel closed and the page unlocked',
  thorough({ tag }),
  async ({ filterPage, openPanel, steward, endpoint }) => {
    test.slow();
    endpoint.behave(
      inTurn(calls('wait', '{"reason":"Nothing","for":"time","seconds":1}'), says('That was a second.')),
    );
    const panel = await openPanel(filterPage.page);
    await connectByCommand(panel, endpoint);
    await panel.ask('Wait a second');
    await expect
      .poll(async () => (await readTable(panel.page, 'runs')).map(({ status }) => status))
      .toMatchObject([{ state: 'waiting-for-agent-coordination' }]);
    await panel.close();
    const endedAtMs = performance.now();
    await steward.killWorker();
    await expect.poll(() => endpoint.chats().length, { timeout: ALARM_LIMIT_MS }).toBe(2);
    report(`by the alarm alone ${Math.round(performance.now() - endedAtMs)} ms`);
    const again = await openPanel(filterPage.page);
    await again.answered('That was a second.');
  },
);

test(
  'a run goes on without an alarm if an open panel notices the end of its worker, or a locked page with the panel closed',
  thorough({ tag }),
  async ({ filterPage, openPanel, steward, endpoint }) => {
    test.slow();
    let panel = await openPanel(filterPage.page);
    await connectByCommand(panel, endpoint);
    for (const isOpen of [true, false]) {
      const before = endpoint.chats().length;
      endpoint.behave(thinksUntil(NEVER, says('Never.')));
      await panel.ask('Go on');
      await expect.poll(() => endpoint.chats().length).toBe(before + 1);
      await panel.page.evaluate(() => chrome.alarms.clearAll());
      expect(await alarmsOf(panel.page)).toBe(0);
      if (!isOpen) await panel.close();
      const answer = `The panel was ${isOpen ? 'open' : 'closed'}.`;
      endpoint.behave(says(answer));
      const endedAtMs = performance.now();
      await steward.killWorker();
      await expect.poll(() => endpoint.chats().length).toBe(before + 2);
      report(`with the panel ${isOpen ? 'open' : 'closed'} ${Math.round(performance.now() - endedAtMs)} ms`);
      if (!isOpen) panel = await openPanel(filterPage.page);
      await panel.answered(answer);
    }
  },
);

const report = (time: string) => process.stdout.write(`From a worker’s end to the next request: ${time}\n`);
