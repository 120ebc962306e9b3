import type { Page } from '@playwright/test';
import fc from 'fast-check';
import { chooseFromMenu } from '@/tests/drive/menu';
import { calls } from '@/tests/fakes/chat-answers';
import { ENV_FILE } from '@/tests/fakes/test-playground';
import { APPROVAL, expect, test } from './approval-fixtures';
import { setRules } from './page-rules';
import { readTable } from './read-table';
import { sendCommand } from './send-command';
import { thorough } from './thorough';

/** Sequences of keys from each place. The unit tests of the card run many more, without a browser. */
const SEQUENCES = 6;
const SEED = 20_260;

/** The element that has the focus when the card appears. */
const PLACES = ['composer', 'conversation', 'header'] as const;

/** Keys that don't move the focus into the card, by Playwright's names. */
const keys = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('Enter', 'Control+Enter', 'Meta+Enter') },
  { weight: 3, arbitrary: fc.constantFrom('a', 'y', '7', 'Space', 'Backspace') },
  { weight: 1, arbitrary: fc.constantFrom('Escape', 'ArrowDown', 'Home', 'Control+a', 'Shift+Enter') },
);
const sequences = fc.array(
  fc.record({ key: keys, times: fc.constantFrom(1, 1, 1, 6), waitMs: fc.nat(250) }),
  {
    minLength: 4,
    maxLength: 12,
  },
);

test(
  'a user who continues typing from composer, conversation or header while a card appears approves nothing',
  thorough(APPROVAL),
  async ({ scenario, endpoint, filterPage, playground }) => {
    test.setTimeout(300_000);
    const { panel, view } = scenario;
    await setRules(filterPage, { openai: { ignore: ['*audio*'], whitelist: [] } });
    const count = SEQUENCES * PLACES.length;
    for (const [index, strokes] of fc.sample(sequences, { numRuns: count, seed: SEED }).entries()) {
      endpoint.behave(calls('save_changes', '{}'));
      const chatId = await shownChatId(panel.page);
      const text = panel.page.getByRole('textbox', { name: 'Message' });
      await panel.ask('Save it');
      await moveTo(panel.page, PLACES[index % PLACES.length]);
      for (const { key, times, waitMs } of strokes) {
        await press(panel.page, key, times);
        await panel.page.waitForTimeout(waitMs);
      }
      // Escape opens the refusal, so a refusal may be typed.
      const approvals = JSON.stringify(await readTable(panel.page, 'approvals'));
      expect(approvals, `after ${JSON.stringify(strokes)}`).not.toContain('"verdict":"approved"');
      expect(await playground.readEnvFile()).toBe(ENV_FILE);
      await sendCommand(panel.page, { type: 'control-run', chatId, action: 'stop' });
      // Before the panel shows that the run has stopped, it would ask whether to leave the chat.
      await expect(panel.page.getByText('Stopped.', { exact: true }).last()).toBeVisible();
      await panel.page.keyboard.press('Escape');
      await text.fill('');
      await chooseFromMenu(panel.page, 'New chat');
      await expect.poll(() => shownChatId(panel.page)).not.toBe(chatId);
      // The chat that was left may be shown a moment longer, with the same question.
      await expect(panel.said('Save it')).toHaveCount(0);
    }
    // If no card appeared in time, there was nothing to approve.
    const asked = await readTable(panel.page, 'approvals');
    expect(asked.length).toBeGreaterThan(count * 0.8);
    await scenario.ask('Save it');
    await view.approve();
    await expect.poll(() => playground.readEnvFile()).not.toBe(ENV_FILE);
    expect(JSON.stringify(await readTable(panel.page, 'approvals'))).toContain('"verdict":"approved"');
  },
);

async function moveTo(page: Page, place: (typeof PLACES)[number] | undefined): Promise<void> {
  if (place === 'composer') await page.getByRole('textbox', { name: 'Message' }).focus();
  if (place === 'conversation') await page.getByRole('log', { name: 'Chat' }).click();
  if (place === 'header') await page.getByRole('button', { name: 'Checkpoints' }).focus();
}

/** Presses a key, or holds it for a number of repeats. */
async function press(page: Page, key: string, times: number): Promise<void> {
  const parts = key.split('+');
  for (const part of parts) await page.keyboard.down(part);
  for (let count = 1; count < times; count += 1) await page.keyboard.down(parts.at(-1) ?? key);
  for (const part of parts.toReversed()) await page.keyboard.up(part);
}

/** The most recently opened chat. */
async function shownChatId(page: Page): Promise<string> {
  const chats = await readTable(page, 'chats');
  return String(chats.toSorted((a, b) => Number(a.createdAtMs) - Number(b.createdAtMs)).at(-1)?.id);
}
