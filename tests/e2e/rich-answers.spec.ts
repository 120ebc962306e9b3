import { says, streams } from '@/tests/fakes/chat-answers';
import { attachScreenshot } from './attach-screenshot';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const tag = '@panel';

const RICH = [
  'These **models** are hidden by `*-preview*`; see [the docs](https://example.com/docs):\n',
  '| model | state | price per 1M tokens | why |\n|---|---|---:|---|\n',
  '| `openai/gpt-4o-mini` | hidden | 0.15 | matches `*-preview*` |\n',
  '| anthropic/claude-3-5-sonnet-20241022 | **visible** | 3.00 | no rule |\n| a \\| b | visible | =1+2 | – |\n',
  '\nThe rules as they are saved:\n```json\n{ "ignore": ["*-preview*", "o1-*"], "limit": 20, "on": true }\n```\n',
  '```bash\n# list them\ncurl -s "https://example.com/v1/models?provider=openai&limit=100&sort=name" | jq \'.data[].id\'\n```\n',
  '- A list\n  ```yaml\n  rules:\n    - name: "*-preview*" # hidden\n  ```\n- with code in it\n',
];

test(
  'an answer has a table and highlighted code, and each can be copied, in a narrow panel too',
  { tag },
  async ({ startedChat, endpoint, steward }, testInfo) => {
    const { panel } = startedChat;
    const { page, conversation } = panel;
    await steward.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    endpoint.behave(streams(RICH));
    await panel.ask('What is hidden?');
    await panel.finished();
    await expect(conversation.locator('.code-string').first()).toBeVisible();
    await page.setViewportSize({ width: 280, height: 760 });
    await attachScreenshot(page, testInfo, 'rich-answer-280');
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    await conversation.getByRole('table').scrollIntoViewIfNeeded();
    await attachScreenshot(page, testInfo, 'rich-answer-280-table');
    await page.emulateMedia({ colorScheme: 'dark' });
    await attachScreenshot(page, testInfo, 'rich-answer-280-table-dark');
    await conversation.getByRole('button', { name: 'Copy code' }).last().scrollIntoViewIfNeeded();
    await attachScreenshot(page, testInfo, 'rich-answer-280-dark');

    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await conversation.getByRole('button', { name: 'Copy table' }).click();
    await expect(conversation.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1);
    expect((await clipboard()).split('\n').slice(0, 2)).toEqual([
      'model\tstate\tprice per 1M tokens\twhy',
      'openai/gpt-4o-mini\thidden\t0.15\tmatches *-preview*',
    ]);
    expect(await clipboard()).toContain("a | b\tvisible\t'=1+2\t–");
    await conversation.getByRole('button', { name: 'Copy code' }).first().click();
    await expect.poll(clipboard).toBe('{ "ignore": ["*-preview*", "o1-*"], "limit": 20, "on": true }');
    await conversation.getByRole('button', { name: 'Copy answer' }).last().click();
    await expect.poll(clipboard).toBe(RICH.join(''));
  },
);

test(
  'an answer of 10,000 tokens with a table of 1,000 rows shows its growing end, and is shown whole afterwards',
  thorough({ tag }),
  async ({ startedChat, endpoint }, testInfo) => {
    test.setTimeout(240_000);
    const { panel } = startedChat;
    const { page, conversation } = panel;
    const rows = Array.from({ length: 1_000 }, (_, n) => `| openai/model-${n} | hidden | by *-preview* |\n`);
    endpoint.behave(streams(['| model | state | why |\n|---|---|---|\n', ...rows]));
    await panel.ask('List all models');
    const row = (number: number) =>
      conversation.getByRole('cell', { name: `openai/model-${number}`, exact: true });
    await expect(row(300)).toBeAttached({ timeout: 30_000 });
    const widths = () =>
      conversation.getByRole('columnheader').evaluateAll((cells) => cells.map((cell) => cell.clientWidth));
    const before = await widths();
    await attachScreenshot(page, testInfo, 'growing-table');
    await expect(row(999)).toBeInViewport({ timeout: 60_000 });
    await panel.finished();
    await expect(conversation.getByRole('row')).toHaveCount(1_001);
    expect(await widths()).toEqual(before);
    await attachScreenshot(page, testInfo, 'grown-table');

    await page.reload();
    await expect(conversation.getByRole('row')).toHaveCount(1_001, { timeout: 30_000 });
    await expect(row(999)).toBeInViewport();

    endpoint.behave(says('Still here.'));
    await panel.ask('Are you there?');
    await expect(panel.said('Still here.')).toBeVisible();
  },
);
