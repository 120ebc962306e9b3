import type { Page } from 'playwright';
import { lengthenChat } from '@/tests/drive/lengthen-chat';
import { says } from '@/tests/fakes/chat-answers';
import type { BenchRow } from '../bench-row';
import { sampleInTurns } from '../measure';
import { withBenchPanel } from './bench-panel';

/** Number of messages in the short chat, and in the long ones that are compared with it. */
const SHORT = 10;
const LONG = [5_000, 10_000];
const SIZES = [SHORT, ...LONG];

const TURNS = { rounds: 15, warmUpRounds: 3 };

/** Measures opening long chats against a short one, from the list of chats in the real panel. */
export async function openingRows(): Promise<BenchRow[]> {
  return withBenchPanel(async ({ page, ask, newChat }) => {
    for (const messages of SIZES) {
      if (messages !== SHORT) await newChat();
      await ask(says('Yes.'));
      // The chat already has one turn: the first question and its answer.
      await lengthenChat(page, titleOf(messages), messages / 2 - 1);
    }
    await page.reload();
    const samplesOf = await sampleInTurns(TURNS, SIZES, (messages) => openingMs(page, messages));
    return LONG.map((messages) => ({
      what: `opening a chat of ${messages.toLocaleString('en-US')} messages`,
      against: `one of ${SHORT} messages`,
      measured: samplesOf(messages),
      baseline: samplesOf(SHORT),
      atMost: 1.2,
      notes: ['From the click in the list of chats until the newest answer is painted.'],
    }));
  });
}

/** The title of a chat is its first question; the panel's questions are numbered from 1. */
const titleOf = (messages: number) => `Question ${SIZES.indexOf(messages) + 1}`;

async function openingMs(page: Page, messages: number): Promise<number> {
  await page.getByRole('heading', { level: 1 }).getByRole('button').click();
  const title = page.getByText(titleOf(messages), { exact: true });
  const row = page.locator('.chat-row').filter({ has: title });
  await row.waitFor();
  return row.evaluate(
    (button: HTMLElement, newest) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`“${newest}” was not shown.`)), 20_000);
        const startedAtMs = performance.now();
        const watcher = new MutationObserver(() => {
          const texts = [...document.querySelectorAll('.conversation .entry p')].slice(-10);
          if (!texts.some(({ textContent }) => textContent === newest)) return;
          watcher.disconnect();
          // The content is painted one frame later.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAtMs)));
        });
        watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
        button.click();
      }),
    `Answer ${messages / 2 - 2}`,
  );
}
