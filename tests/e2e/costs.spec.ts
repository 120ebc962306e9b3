import { chooseFromMenu, openChatSettings } from '@/tests/drive/menu';
import { fallsSilentAfter, says, saysAfterReading } from '@/tests/fakes/chat-answers';
import { attachLooks } from './attach-looks';
import { attachScreenshot } from './attach-screenshot';
import { expectAccessible } from './expect-accessible';
import type { OpenPanel } from './fixtures';
import { showTechnicalRows } from './show-technical-rows';
import { expect, test } from './strict-test';
import { thorough } from './thorough';

const tag = '@chats';

/** The meter, its sheet, and the limits in the chat's settings. */
function costs({ page }: OpenPanel) {
  const sheet = page.getByRole('dialog', { name: 'Context and costs' });
  const meter = page.getByRole('button', { name: /^Context and costs: / });
  return {
    sheet,
    meter,
    async limit(label: 'Size of the context window' | 'Token budget', value: string) {
      const settings = await openChatSettings(page, 'Limits');
      await settings.getByRole('textbox', { name: label }).fill(value);
      await settings.getByRole('button', { name: 'Save limits' }).click();
      await expect(settings.getByText('Saved.', { exact: true })).toBeVisible();
      await settings.getByRole('button', { name: 'Close' }).click();
      await expect(settings).toHaveCount(0);
    },
  };
}

test(
  'the meter shows the tokens of the window, and warns once its size is known and it is nearly full',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }, testInfo) => {
    const { meter, sheet, limit } = costs(panel);
    await expect(meter).toHaveAccessibleName('Context and costs: 934 tokens');
    await meter.click();
    await expect(sheet.getByText('934 tokens; the size of the window is unknown.')).toBeVisible();
    await expect(sheet.getByRole('row', { name: /^Last answer/ })).toContainText(
      '900 in · 0 cached · 34 out',
    );
    await attachLooks(panel.page, testInfo, 'costs', [360, 250]);
    await sheet.getByRole('button', { name: 'Close' }).click();

    await limit('Size of the context window', '1000');
    await expect(meter).toHaveText('93 %');
    await expect(panel.page.getByText('The context window is 93 % full.')).toBeVisible();
    await attachScreenshot(panel.page, testInfo, 'warning');
    const warning = panel.page.getByRole('status');
    const summary = panel.page.getByRole('region', { name: 'Conversation summary (checkpoint)' });
    endpoint.behave(says('They greeted each other.'));
    await warning.getByRole('button', { name: 'Summarize this chat' }).click();
    await expect(summary.getByRole('textbox')).toHaveValue('They greeted each other.');
    await summary.getByRole('button', { name: 'Discard' }).click();
    await expect(summary).toHaveCount(0);
    await warning.getByRole('button', { name: 'New chat' }).click();
    await expect(panel.said('Are you there?')).toHaveCount(0);
    // The size belongs to the settings, which a new chat takes over.
    await expect(meter).toHaveText('0 %');
  },
);

test(
  'a model without a price costs what the user enters, in the table, the meter and the bars, until the price is removed',
  thorough({ tag }),
  async ({ startedChat: { panel } }, testInfo) => {
    const { meter, sheet, limit } = costs(panel);
    await limit('Token budget', '5000');
    await meter.click();
    const total = sheet.getByRole('row', { name: /^This chat/ });
    const days = sheet.getByRole('region', { name: 'All chats, last 30 days' });
    async function enter(input: string, output: string) {
      await sheet.getByLabel('Price of input').fill(input);
      await sheet.getByLabel('Price of output').fill(output);
      await sheet.getByRole('button', { name: 'Save prices' }).click();
    }
    await expect(total).toContainText('?');
    await expect(days).toContainText('934 tokens');
    await expect(sheet.getByText('Token budget: 934 of 5,000 tokens, 18 %.')).toBeVisible();
    await enter('3', '');
    await expect(sheet.getByText('Enter both prices, or neither.')).toBeVisible();
    await enter('3', '15');
    await expect(total).toContainText('$0.0032');
    await expect(days).toContainText('$0.0032');
    await expect(meter).toHaveAccessibleName(/934 tokens · (≥.)?\$0\.0032$/);
    await sheet.getByText('Days in numbers').click();
    await expect(days.getByRole('row')).toHaveCount(1);
    await expectAccessible(panel.page, 'prices', 'dialog');
    await attachLooks(panel.page, testInfo, 'prices', [360, 252]);
    await enter('', '');
    await expect(total).toContainText('?');
    await expect(days).toContainText('934 tokens');
  },
);

test(
  'an endpoint that reads only the end of each request is found out, and its window remembered for other chats',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }, testInfo) => {
    const { meter } = costs(panel);
    const notice = panel.page.getByText(/^The endpoint read only 1,024 of about [\d,]+ tokens\. /);
    endpoint.behave(saysAfterReading(1_024, 'Hello.'));
    await panel.converse('Hide them', 'Hello.');
    await expect(notice).toHaveCount(0);
    endpoint.behave(saysAfterReading(1_024, 'Hello again.'));
    await panel.converse('And now?', 'Hello again.');
    await expect(notice).toBeVisible();
    await expect(meter).toHaveText('103 %');
    await attachScreenshot(panel.page, testInfo, 'cut-prompt');
    await chooseFromMenu(panel.page, 'New chat');
    await expect(meter).toHaveText('0 %');
  },
);

test(
  'a chat that has used its token budget sends nothing until the budget is raised; a cancelled answer leaves a line with a money bag and what the chat has used',
  thorough({ tag }),
  async ({ startedChat: { panel }, endpoint }, testInfo) => {
    const { limit } = costs(panel);
    await limit('Token budget', '934');
    const before = endpoint.chats().length;
    endpoint.behave(says('Four models.'));
    await panel.ask('How many models?');
    await expect(panel.page.getByText('This chat has reached its token budget: 934 of 934.')).toBeVisible();
    expect(endpoint.chats()).toHaveLength(before);
    await limit('Token budget', '5,000');
    await panel.retry();
    await panel.answered('Four models.');

    endpoint.behave(fallsSilentAfter('Well'));
    await panel.ask('Which ones?');
    await expect(panel.said('Well')).toBeVisible();
    await panel.stop();
    await showTechnicalRows(panel.page);
    const row = panel.page.locator('.accounting-row');
    await expect(row).toContainText(/Cancelled · at least [\d,]+ input tokens · \d+ output tokens( \(|$)/);
    // The cancelled request, and the title's if that was cancelled too.
    await expect(row).toContainText(/\([12] requests? without a token count\)/);
    await expect(row.locator('hr')).toBeVisible();
    await expect(row.locator('svg.lucide-money-bag')).toBeVisible();
    await attachScreenshot(panel.page, testInfo, 'accounting');
  },
);
