import type { Page } from 'playwright';
import type { ChaosStage } from './chaos-stage';

/** An action of the user besides a round's task. */
interface Extra {
  /** `during`: while the first answer streams; `after`: when the chat is idle again. */
  when: 'during' | 'after';
  /** Acts with this text, where the action has one. Rejects if the panel doesn't offer it, or nothing follows. */
  act(page: Page, text: string): Promise<void>;
}

/** Time limit of one attempt, in milliseconds: the worker may be killed meanwhile. */
const LIMIT_MS = 8_000;
const MAX_ATTEMPTS = 3;

const EXTRAS: Readonly<Record<string, Extra>> = {
  /** Sends a message that waits until the answer is complete. */
  queue: {
    when: 'during',
    async act(page, text) {
      const message = page.getByRole('textbox', { name: 'Message' });
      await message.fill(text);
      await message.press('Control+Enter');
      await page.getByRole('group', { name: 'Queued message' }).waitFor({ timeout: LIMIT_MS });
    },
  },
  /** Has the chat summarized, and uses the summary. */
  summary: {
    when: 'after',
    async act(page) {
      const use = page.getByRole('button', { name: 'Use summary', exact: true });
      if (!(await use.isVisible())) {
        await page.getByRole('button', { name: 'Menu', exact: true }).click();
        await page.getByRole('menuitem', { name: 'Summarize this chat', exact: true }).click();
      }
      await use.click({ timeout: LIMIT_MS });
      await page.locator('section[data-state="boundary"]').waitFor({ timeout: LIMIT_MS });
    },
  },
  /** Requests the last answer again. */
  retry: {
    when: 'after',
    async act(page) {
      const entries = page.locator('.hairline-row', { hasText: 'Answer retried' });
      const before = await entries.count();
      await page.getByRole('button', { name: 'Retry answer' }).last().click({ timeout: LIMIT_MS });
      await entries.nth(before).waitFor({ timeout: LIMIT_MS });
    },
  },
  /** Changes the words of the first message, and keeps the page. */
  edit: {
    when: 'after',
    async act(page, text) {
      await page.getByRole('button', { name: 'Edit message' }).first().click({ timeout: LIMIT_MS });
      const form = page.getByRole('group', { name: 'Edit message', exact: true });
      await form.getByRole('textbox').fill(text);
      const keep = form.getByRole('radio', { name: 'Keep the page as it is' });
      if (await keep.isVisible()) await keep.check();
      await form.getByRole('button', { name: 'Send' }).click({ timeout: LIMIT_MS });
      await form.waitFor({ state: 'hidden', timeout: LIMIT_MS });
    },
  },
};

/** The names of the actions that are possible at this time. */
export const extrasAt = (when: Extra['when']): string[] =>
  Object.keys(EXTRAS).filter((name) => EXTRAS[name]?.when === when);

/** The text of a round's action. */
export const extraText = (round: number) => `And also round-${round}, please`;

/** Acts if this is the time of the action. Repeats what a worker's end has interrupted, as a user does. Rejects if it never succeeds. */
export async function actBesides(
  stage: ChaosStage,
  round: { number: number; extra: string | null },
  when: Extra['when'],
): Promise<void> {
  const extra = round.extra === null ? undefined : EXTRAS[round.extra];
  if (extra?.when !== when) return;
  const { page } = stage.panel();
  for (let attempt = 1; ; attempt += 1) {
    try {
      await extra.act(page, extraText(round.number));
      return;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
      await page.keyboard.press('Escape');
      // A preview stays open with its error.
      const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
      if (await cancel.isVisible()) await cancel.click();
    }
  }
}
