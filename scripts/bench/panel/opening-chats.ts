import type { Page } from 'playwright';
import { lengthenChat } from '@/tests/drive/lengthen-chat';
import { says } from '@/tests/fakes/chat-answers';
import { atMost, type BenchRow } from '../bench-row';
import { sampleInTurns } from '../measure';
import { withBenchPanel } from './bench-panel';

/** Number of messages in the long chats, and in the short chat that they are compared with. */
const LONG = [5_000, 10_000] as const;
const SHORT = 10;

const TURNS = { rounds: 15, warmUpRounds: 3 };

/** Measures opening long chats against a short one, from the list of chats in the real panel. */
export async function openingRows(): Promise<BenchRow[]> {
  return withBenchPanel(async (panel) => {
    const sizes = [SHORT, ...LONG];
    for (const [index, messages] of sizes.entries()) {
      if (index > 0) await panel.newChat();
      await panel.ask(says('Yes.'));
      // The chat already has one turn: the first question and its answer.
      await lengthenChat(panel.page, titleOf(index), messages / 2 - 1);
    }
    await panel.page.reload();
    const takes = sizes.map((messages, index) => [
      messages,
      () => openingMs(panel.page, titleOf(index), `Answer ${messages / 2 - 2}`),
    ]);
    const samples = await sampleInTurns<string, number>(TURNS, Object.fromEntries(takes));
    const samplesOf = (messages: number) => samples[messages] ?? [];
    return LONG.map((messages) => ({
      what: `opening a chat of ${messages.toLocaleString('en-US')} messages`,
      against: `one of ${SHORT} messages`,
      measured: samplesOf(messages),
      baseline: samplesOf(SHORT),
      goal: atMost(1.2),
      notes: ['From the click in the list of chats until the newest answer is painted.'],
    }));
  });
}

/** The title of a chat is its first question; the panel's questions are numbered from 1. */
const titleOf = (index: number) => `Question ${index + 1}`;

async function openingMs(page: Page, title: string, newest: string): Promise<number> {
  await page.getByRole('heading', { level: 1 }).getByRole('button').click();
  const row = page.locator('.chat-row').filter({ has: page.getByText(title, { exact: true }) });
  await row.waitFor();
  return row.evaluate(
    (button, text) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`“${text}” was not shown.`)), 20_000);
        const isShown = () => {
          const texts = [...document.querySelectorAll('.conversation .entry p')].slice(-10);
          return texts.some((paragraph) => paragraph.textContent === text);
        };
        const startedAtMs = performance.now();
        const watcher = new MutationObserver(() => {
          if (!isShown()) return;
          watcher.disconnect();
          // The content is painted one frame later.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAtMs)));
        });
        watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
        (button as HTMLElement).click();
      }),
    newest,
  );
}
