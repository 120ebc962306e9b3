import type { Page } from '@playwright/test';
import { menuEntry } from '@/tests/drive/menu';
import { callsAll, inTurn, says, streams } from '@/tests/fakes/chat-answers';
import { attachScreenshot } from './attach-screenshot';
import { connectByCommand } from './connect-by-command';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const tag = '@hostile';

/**
 * The longest time that a click or key may wait. On an idle machine it is 100 ms at most; these tests share
 * two cores with other browsers, so they allow for a few turns of the scheduler. Without the bounds it was
 * seconds.
 */
const MAX_BLOCK_MS = 400;

/** Answers that overflowed the stack of the Markdown parser, or took it seconds. */
const HOSTILE: Record<string, string> = {
  '2,500 nested quotes': '>'.repeat(2_500),
  '3,000 nested list items': '- '.repeat(3_000),
  '800 nested list levels': Array.from({ length: 800 }, (_, n) => `${'  '.repeat(n)}- a`).join('\n'),
  '10,000 levels of emphasis': `${'*'.repeat(10_000)}a${'*'.repeat(10_000)}`,
  '50,000 brackets': '['.repeat(50_000),
  'a table of 200 columns and 4,000 short rows': `${'|a'.repeat(200)}|\n${'|-'.repeat(200)}|\n${'|\n'.repeat(4_000)}`,
  '5 MB of paragraphs': 'A *b* c.\n\n'.repeat(500_000),
  '5 MB on one line': 'abcd '.repeat(1_000_000),
};

type WatchingScope = typeof globalThis & { stewardTestLongestMs?: number };

/** Observes a document's main thread, including the time since it was loaded. */
async function watchBlocks(page: Page) {
  await page.evaluate(() => {
    const scope = globalThis as WatchingScope;
    scope.stewardTestLongestMs = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        scope.stewardTestLongestMs = Math.max(scope.stewardTestLongestMs ?? 0, duration);
      }
    }).observe({ type: 'longtask', buffered: true });
  });
  /** The longest task in milliseconds; 0 if none took 50 ms. */
  return { longestMs: () => page.evaluate(() => (globalThis as WatchingScope).stewardTestLongestMs ?? 0) };
}

test(
  'answers that exceed the parser’s limits are shown, and the panel takes input before, after, and once it is reopened',
  thorough({ tag }),
  async ({ filterPage, openPanel, endpoint }, testInfo) => {
    test.setTimeout(180_000);
    const panel = await openPanel(filterPage.page);
    await connectByCommand(panel, endpoint);
    const blocks = await watchBlocks(panel.page);
    for (const [name, text] of Object.entries(HOSTILE)) {
      endpoint.behave(says(text));
      await panel.ask(`Show ${name}`);
      await panel.finished();
    }
    endpoint.behave(says('Still here.'));
    await panel.ask('Are you there?');
    await expect(panel.said('Still here.')).toBeVisible();
    await attachScreenshot(panel.page, testInfo, 'hostile-answers');
    expect(await blocks.longestMs()).toBeLessThan(MAX_BLOCK_MS);

    await panel.page.reload();
    await expect(panel.said('Still here.')).toBeVisible();
    const afterReload = await watchBlocks(panel.page);
    await panel.page.getByRole('button', { name: 'Show earlier messages' }).click();
    const folds = panel.page.getByRole('button', { name: /^Show all/ });
    // Of the texts of 5 MB; shorter texts may be folded, too.
    const longest = folds.filter({ hasText: /4,9\d\d,\d{3} more characters/ });
    await expect(longest).toHaveCount(2);
    await longest.last().click();
    await expect(longest).toHaveCount(1);
    await panel.message.fill('typed');
    await expect(panel.message).toHaveValue('typed');
    expect(await afterReload.longestMs()).toBeLessThan(MAX_BLOCK_MS);
    await panel.page.emulateMedia({ colorScheme: 'dark' });
    await attachScreenshot(panel.page, testInfo, 'hostile-answers-dark');
  },
);

test(
  'a call with arguments nested 20,000 deep leaves the panel usable, also after a reload',
  thorough({ tag }),
  async ({ filterPage, openPanel, endpoint }, testInfo) => {
    const panel = await openPanel(filterPage.page);
    await connectByCommand(panel, endpoint);
    const deep = (levels: number) => `{"pattern":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    endpoint.behave(
      inTurn(
        callsAll(['add_ignore_rule', deep(4_000)], ['add_ignore_rule', deep(20_000)]),
        says('That did not work.'),
      ),
    );
    await panel.ask('Hide something');
    await expect(panel.toolCards('add_ignore_rule').first()).toBeVisible();
    await panel.page.reload();
    await expect(panel.toolCards('add_ignore_rule')).toHaveCount(2);
    await panel.toolCards('add_ignore_rule').first().locator('summary').first().click();
    await attachScreenshot(panel.page, testInfo, 'hostile-arguments');
    await expect(await menuEntry(panel.page, 'New chat')).toBeEnabled();
  },
);

test(
  'while a table of 1,500 rows streams in, typing and Stop are handled at once',
  thorough({ tag }),
  async ({ filterPage, openPanel, endpoint }, testInfo) => {
    const panel = await openPanel(filterPage.page);
    await connectByCommand(panel, endpoint);
    const rows = Array.from(
      { length: 1_500 },
      (_, row) => `| openai/model-${row} | hidden | by *-preview* |\n`,
    );
    endpoint.behave(streams(['| model | state | why |\n|---|---|---|\n', ...rows]));
    await panel.ask('List all models');
    const blocks = await watchBlocks(panel.page);
    await expect(panel.conversation).toContainText('openai/model-700', { timeout: 30_000 });
    await attachScreenshot(panel.page, testInfo, 'hostile-table');
    await panel.message.pressSequentially('What about the others?');
    const beganAtMs = Date.now();
    await panel.stop();
    await panel.finished();
    expect(Date.now() - beganAtMs).toBeLessThan(1_500);
    expect(await blocks.longestMs()).toBeLessThan(MAX_BLOCK_MS);
  },
);
