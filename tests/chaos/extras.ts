/// <reference types="chrome" />
import type { Page } from 'playwright';
import { detachedSearch } from '@/src/messages/detached-panel';
import type { ChaosStage } from './chaos-stage';

interface Policy {
  approvalPolicy: string;
  permissions: Record<string, string>;
  planMode: boolean;
}

const DEFAULT_POLICY: Policy = { approvalPolicy: 'default', permissions: {}, planMode: false };

/** An action of the user besides a round's task. */
interface Extra {
  /** `during`: while the first answer streams; `approval`: before the request is approved; `after`: when the chat is idle again. */
  when: 'during' | 'approval' | 'after';
  /** The chat's permissions, set before the task; {@link DEFAULT_POLICY} if missing. */
  policy?: Policy;
  /**
   * Acts with this text, where the action has one. Rejects if the panel doesn't offer it, or nothing follows. Missing if only the
   * policy differs.
   */
  act?(page: Page, text: string, stage: ChaosStage): Promise<void>;
}

/** Time limit of one attempt, in milliseconds: the worker may be killed meanwhile. */
const LIMIT_MS = 8_000;
const MAX_ATTEMPTS = 3;

const EXTRAS: Readonly<Record<string, Extra>> = {
  /** Follows the chat in a second panel, a tab. */
  'second-panel': {
    when: 'during',
    async act(page, _text, stage) {
      const { context } = stage.browser;
      const chatId = await shownChat(stage);
      const tab = await context.newPage();
      await tab.goto(stage.browser.extensionUrl(`sidepanel.html${detachedSearch({ chatId, place: 'tab' })}`));
      const message = page.locator('.user-message').last();
      const seen = tab.locator('.user-message', { hasText: await message.innerText() });
      await seen.first().waitFor({ timeout: LIMIT_MS });
      await stage.filterPage.page.bringToFront();
    },
  },
  /** Has all changes planned, and approves the plan. */
  plan: {
    when: 'approval',
    policy: { approvalPolicy: 'default', permissions: { save_changes: 'allow' }, planMode: true },
  },
  /** Changes the rule before approving it. */
  'edited-approval': {
    when: 'approval',
    policy: { approvalPolicy: 'ask-every-change', permissions: {}, planMode: false },
    async act(page) {
      const card = page.getByRole('region', { name: 'Approval' });
      await card.getByRole('button', { name: 'Edit', exact: true }).click({ timeout: LIMIT_MS });
      const pattern = card.getByLabel('Pattern', { exact: true });
      const written = await pattern.inputValue({ timeout: LIMIT_MS });
      await pattern.fill(`${written.replace(/-edited$/, '')}-edited`);
    },
  },
  /** Undoes the changes of the last answer, then redoes them. Does nothing if the answer changed nothing. */
  redo: {
    when: 'after',
    async act(page) {
      const conversation = page.getByRole('log', { name: 'Chat' });
      const undo = conversation.getByRole('button', {
        name: /^Undo (the change|\d+ changes) of this answer$/,
      });
      const redo = conversation.getByRole('button', { name: 'Redo what was taken back' });
      if (!(await redo.isVisible())) {
        if (!(await undo.last().isVisible())) return;
        await undo.last().click({ timeout: LIMIT_MS });
        await conversation
          .getByRole('button', { name: /^Undo (the change|\d+ changes)$/ })
          .click({ timeout: LIMIT_MS });
        await redo.waitFor({ timeout: LIMIT_MS });
      }
      await redo.click({ timeout: LIMIT_MS });
      await conversation.getByRole('button', { name: 'Redo', exact: true }).click({ timeout: LIMIT_MS });
      await undo.last().waitFor({ timeout: LIMIT_MS });
    },
  },
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
      // What the edit would change on the page is known once it can be sent.
      await form.getByRole('button', { name: 'Send', disabled: false }).waitFor({ timeout: LIMIT_MS });
      const keep = form.getByRole('radio', { name: 'Keep the page as it is' });
      if (await keep.isVisible()) await keep.check();
      await form.getByRole('button', { name: 'Send' }).click({ timeout: LIMIT_MS });
      // If a stop of the worker interrupted an earlier attempt, Steward first reads the page for up to eight seconds to learn its outcome.
      await form.waitFor({ state: 'hidden', timeout: 3 * LIMIT_MS });
    },
  },
};

/** The names of the actions that are possible at this time. */
export const extrasAt = (when: Extra['when']): string[] =>
  Object.keys(EXTRAS).filter((name) => EXTRAS[name]?.when === when);

/** The text of a round's action. */
export const extraText = (round: number) => `And also round-${round}, please`;

/** The chat that the panel shows after *New chat*. */
async function shownChat(stage: ChaosStage): Promise<string> {
  const chats = (await stage.rows('chats')) as { id: string; createdAtMs: number }[];
  const newest = chats.toSorted((one, other) => other.createdAtMs - one.createdAtMs)[0];
  if (newest === undefined) throw new Error('There is no chat.');
  return newest.id;
}

/** Sets what the round's chat may do; a new chat has the policy of the one before. */
export async function allow(stage: ChaosStage, { extra }: { extra: string | null }): Promise<void> {
  const policy = (extra === null ? undefined : EXTRAS[extra]?.policy) ?? DEFAULT_POLICY;
  const command = { type: 'set-policy', chatId: await shownChat(stage), ...policy };
  const reply = await stage
    .panel()
    .page.evaluate(
      (sent) => chrome.runtime.sendMessage({ channel: 'steward/command', command: sent }),
      command,
    );
  if (reply?.ok !== true) throw new Error(`The policy was not set: ${JSON.stringify(reply)}`);
}

/** Closes the second panel. Rejects unless it shows that the chat is idle, with this message. */
export async function closeSecondPanel({ browser }: ChaosStage, text: string): Promise<void> {
  const tab = browser.context.pages().find((page) => page.url().includes('/sidepanel.html?'));
  if (tab === undefined) throw new Error('The second panel is gone.');
  await tab.locator('.user-message', { hasText: text }).first().waitFor({ timeout: LIMIT_MS });
  await tab.getByRole('button', { name: 'Send', exact: true }).waitFor({ timeout: LIMIT_MS });
  await tab.close();
}

/** Acts if this is the time of the action. Repeats what a worker's end has interrupted, as a user does. Rejects if it never succeeds. */
export async function actBesides(
  stage: ChaosStage,
  round: { number: number; extra: string | null },
  when: Extra['when'],
): Promise<void> {
  const extra = round.extra === null ? undefined : EXTRAS[round.extra];
  if (extra?.act === undefined || extra.when !== when) return;
  await stage.openPanel();
  const { page } = stage.panel();
  for (let attempt = 1; ; attempt += 1) {
    try {
      await extra.act(page, extraText(round.number), stage);
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
