import type { Locator, Page } from 'playwright';
import { APPROVE } from '@/tests/drive/approve-button';
import type { Panel } from '@/tests/drive/panel';
import { waitUntil } from '@/tests/drive/wait-until';
import type { Mend } from './cause-fault';

/** Time limit of a round after its fault. The alarm alone takes half a minute to wake a worker. */
const SETTLE_LIMIT_MS = 75_000;
/** Most buttons of errors and approval requests that a user presses in a round. Each of its kills may make one press vain. */
const MAX_PRESSES = 12;
/** Number of these after which a fault that lasts ends. */
const PRESSES_IN_VAIN = 2;
const LOOK_AGAIN_MS = 200;
/** Longest time for which a fault lasts while the user looks on, in milliseconds. */
const FAULT_LIMIT_MS = 15_000;
/** Number of times that a user looks whether a message appears in the chat, before sending it again. */
const MIN_LOOKS = 15;

/** The part of a stage that a user needs who waits for the end of a task. */
export interface SettlingStage {
  /** The page beside the panel, in its present tab. */
  readonly page: Page;
  panel(): Panel;
  openPanel(): Promise<void>;
  /** All rows of one of the extension's tables. */
  rows(table: string): Promise<Record<string, unknown>[]>;
}

/**
 * Presses what the panel offers until the chat has this message and is idle. With the panel closed, the run first goes on as far as it can
 * by itself. A fault that lasts ends before the user tries again, and at the latest after a while.
 */
export async function settle(
  stage: SettlingStage,
  moment: string,
  text: string,
  mend: Mend | null,
): Promise<boolean> {
  const deadline = Date.now() + SETTLE_LIMIT_MS;
  if (moment !== 'awaiting approval') await unlocked(stage);
  await stage.openPanel();
  const faultEndsAtMs = Date.now() + FAULT_LIMIT_MS;
  let lasting = mend;
  const endFault = async () => {
    const ended = lasting;
    lasting = null;
    await ended?.();
  };
  let presses = 0;
  let idleLooks = 0;
  let looks = 0;
  while (Date.now() < deadline && presses <= MAX_PRESSES) {
    // Nobody presses the same button again and again while it says that there is no space.
    if (Date.now() > faultEndsAtMs || presses === PRESSES_IN_VAIN) await endFault();
    const panel = stage.panel();
    // A rollback moves the message into the message field.
    const isTaken = moment === 'within a rollback' || (await said(panel.page, text));
    looks = isTaken ? 0 : looks + 1;
    const isAwaited = !isTaken && looks <= MIN_LOOKS;
    const pressed =
      !isAwaited &&
      ((!isTaken && (await sendAgain(panel, text, endFault))) || (await pressOffered(panel.page, endFault)));
    if (pressed) presses += 1;
    // A run that has just begun shows its end of the one before for a moment.
    const isIdle = !isAwaited && !pressed && (await looksIdle(stage));
    idleLooks = isIdle ? idleLooks + 1 : 0;
    if (idleLooks === 3 && lasting !== null) {
      await endFault();
      idleLooks = 0;
    }
    if (idleLooks === 3) {
      const dialogs = stage.panel().page.getByRole('dialog');
      if (await dialogs.first().isVisible()) await stage.panel().page.keyboard.press('Escape');
      await dialogs.first().waitFor({ state: 'hidden' });
      return true;
    }
    await new Promise((done) => setTimeout(done, LOOK_AGAIN_MS));
  }
  return false;
}

/** True if nothing goes on in the chat, nor a rollback that an earlier worker has begun. */
async function looksIdle(stage: SettlingStage): Promise<boolean> {
  const { page } = stage.panel();
  const send = page.getByRole('button', { name: 'Send', exact: true });
  // Without a connection, as after the loss of all data, the panel shows the form for the first one, and no message field.
  const isIdle = await send
    .or(page.getByRole('region', { name: 'First connection' }))
    .first()
    .isVisible();
  return isIdle && (await stage.rows('restores')).length === 0;
}

/** True if the chat has this message. */
async function said(page: Page, text: string): Promise<boolean> {
  return page.locator('.user-message', { hasText: text }).first().isVisible();
}

/** Ends the fault, and sends the message that is still in the message field or in the queue. Returns true if there was one. */
async function sendAgain(
  { page, message }: Panel,
  text: string,
  endFault: () => Promise<void>,
): Promise<boolean> {
  const named = { name: 'Send', exact: true, disabled: false };
  const queued = page.getByRole('group', { name: 'Queued message' }).filter({ hasText: text });
  const isQueued = await queued.isVisible();
  const send = isQueued ? queued.getByRole('button', named) : page.getByRole('button', named).last();
  if (!(await send.isVisible()) || (!isQueued && (await message.inputValue()) !== text)) return false;
  await endFault();
  // The end of a fault may have replaced the panel.
  return page.isClosed() || press(send);
}

/** Presses the button of an approval request, or of an error; that after the fault. Returns true if there was one. */
async function pressOffered(page: Page, endFault: () => Promise<void>): Promise<boolean> {
  const approve = page
    .getByRole('region', { name: 'Approval' })
    .getByRole('button', { name: APPROVE, disabled: false });
  if (await press(approve)) {
    // A user looks what follows before pressing again.
    await approve
      .first()
      .waitFor({ state: 'hidden', timeout: 1_000 })
      .catch(() => undefined);
    return true;
  }
  // Nothing but a new chat helps.
  if (await page.getByText('is damaged').first().isVisible()) return false;
  const retry = page.getByRole('button', { name: /^(Retry|Try now|Try again|Continue)$/ });
  if (!(await retry.first().isVisible())) return false;
  await endFault();
  return page.isClosed() || press(retry);
}

/** Presses a button if it is there. Returns true if it was. */
async function press(button: Locator): Promise<boolean> {
  if (!(await button.first().isVisible())) return false;
  // It may have gone, or be disabled while a preview is computed.
  await button
    .first()
    .click({ timeout: 2_000 })
    .catch(() => undefined);
  return true;
}

/** Resolves when the page isn't locked, or when the time limit is over, which the checks report. */
async function unlocked({ page }: SettlingStage): Promise<void> {
  const isUnlocked = () => page.evaluate(() => document.querySelector('steward-lock') === null);
  await waitUntil(isUnlocked, 'The page stays locked.').catch(() => undefined);
}
