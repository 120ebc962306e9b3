import type { Locator, Page } from 'playwright';
import { APPROVE } from '@/tests/drive/approve-button';
import type { Panel } from '@/tests/drive/panel';
import { waitUntil } from '@/tests/drive/wait-until';
import { says } from '@/tests/fakes/chat-answers';
import { pngImage } from '@/tests/fakes/png-image';
import { causeFault, KILLED_AT_EDGES, type Mend } from './cause-fault';
import type { ChaosStage } from './chaos-stage';
import { actBesides, allow, closeSecondPanel, extraText } from './extras';
import type { Moment } from './fault-matrix';
import { createTask, type Task } from './task';
import type { WriteEdge } from './worker-edges';

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

/** One round: a task with one fault. All choices were made by the seed. */
export interface Round {
  readonly number: number;
  readonly kind: string;
  readonly moment: Moment;
  /** True if the panel is closed before the fault. */
  readonly isPanelClosed: boolean;
  /** Number of rules that the task adds. */
  readonly rules: number;
  /** The edges at which the fault {@link KILLED_AT_EDGES} kills the worker. */
  readonly edges: readonly number[];
  /** The user's action besides the task; null for none. */
  readonly extra: string | null;
  /** True if the message has an image. */
  readonly hasImage: boolean;
  /** The change of the page at which a fault within a batch occurs, from 1. */
  readonly change: number;
}

/** A round as it was played. */
export interface PlayedRound {
  readonly task: Task;
  /** The fault. */
  readonly kind: string;
  /** Messages that the user has written. */
  readonly texts: readonly string[];
  readonly hasImage: boolean;
  /** Index of the page log's first step of this round, and of the first one after the rollback's begin. */
  readonly from: number;
  readonly rollbackFrom: number | null;
  /** Index of the first step after the task, if the user's action besides it may change the page; otherwise null. */
  readonly extraFrom: number | null;
  /** True if the chat became idle in time. */
  readonly isSettled: boolean;
  /** The edges at which the worker was killed. */
  readonly kills: readonly WriteEdge[];
}

/** Plays a round, and then acts as a user does until the chat is idle. */
export async function playRound(stage: ChaosStage, round: Round): Promise<PlayedRound> {
  const { kind, moment } = round;
  await stage.openPanel();
  await stage.newChat();
  const from = stage.pageLog.steps.length;
  const task = createTask({
    name: `round-${round.number}`,
    count: moment === 'within a batch of writes' ? round.rules : 1,
    saves: moment === 'awaiting approval' || round.kind === 'server-error-after-write',
    holds: moment === 'streaming',
  });
  stage.endpoint.behave(task.behaviour);
  await allow(stage, round);
  if (round.hasImage) await attachImage(stage, round.number);
  let rollbackFrom: number | null = null;
  let mend: Mend | null = null;
  let hasBegun = false;
  const fail = async () => {
    hasBegun = true;
    mend = await breakDown(stage, round, task);
  };
  switch (moment) {
    case 'idle':
      await fail();
      await stage.openPanel();
      // A message that is refused stays in the message field, and is sent once the fault is over.
      await stage
        .panel()
        .send(task.message)
        .catch(() => undefined);
      break;
    case 'streaming':
      await stage.panel().ask(task.message);
      await task.begun;
      await actBesides(stage, round, 'during');
      await fail();
      task.release();
      break;
    case 'awaiting approval':
      await stage.panel().ask(task.message);
      await stage.panel().approval.waitFor();
      await fail();
      await actBesides(stage, round, 'approval');
      break;
    case 'within a batch of writes': {
      const broken = stage.pageLog.afterChanges(round.change, fail);
      const asked = stage.panel().ask(task.message);
      await asked.catch((error: unknown) => {
        // The fault may close the panel before the message is seen in it.
        if (!hasBegun) throw error;
      });
      await broken;
      break;
    }
    case 'within a rollback': {
      await stage.panel().converse(task.message, task.answer);
      await stage.panel().openCheckpoints();
      await stage.panel().chooseCheckpoint(`Before: ${task.message.slice(0, 20)}`);
      rollbackFrom = stage.pageLog.steps.length;
      const begin = () => stage.panel().page.getByRole('button', { name: 'Roll back', exact: true }).click();
      if (kind === KILLED_AT_EDGES) {
        await causeFault(kind, stage, { cutStream: task.cutStream, edges: round.edges });
        await begin();
        if (round.isPanelClosed) await stage.closePanel();
        break;
      }
      const broken = stage.pageLog.afterChanges(1, fail);
      await begin();
      await broken;
      break;
    }
  }
  let isSettled = await settle(stage, round, task.message, mend);
  const extraFrom = round.extra === 'redo' ? stage.pageLog.steps.length : null;
  if (round.extra !== null) {
    stage.endpoint.behave(says(task.answer));
    await actBesides(stage, round, 'after');
    isSettled = await settle(
      stage,
      round,
      round.extra === 'edit' ? extraText(round.number) : task.message,
      null,
    );
  }
  const kills = [...stage.worker.kills];
  await stage.worker.killAt([]);
  if (round.extra === 'second-panel') await closeSecondPanel(stage, task.message);
  const texts = ['queue', 'edit'].includes(round.extra ?? '')
    ? [task.message, extraText(round.number)]
    : [task.message];
  return { task, kind, texts, hasImage: round.hasImage, from, rollbackFrom, extraFrom, isSettled, kills };
}

/** Adds an image to the message field, a different one in each round. */
async function attachImage(stage: ChaosStage, number: number): Promise<void> {
  const { page } = stage.panel();
  const buffer = pngImage({ width: 16 + (number % 200), height: 16, isNoise: true });
  const file = { name: `round-${number}.png`, mimeType: 'image/png', buffer };
  const shown = page.getByRole('list', { name: 'Images of the message' }).getByRole('listitem');
  const isShown = async () => {
    // An empty chat looks as the new one: the field may have been that of the chat before.
    await page.locator('input[type=file][accept*="image/png"]').setInputFiles([file]);
    return shown
      .first()
      .waitFor({ timeout: 2_000 })
      .then(
        () => true,
        () => false,
      );
  };
  await waitUntil(isShown, 'The image is not in the message field.');
}

async function breakDown(stage: ChaosStage, round: Round, task: Task): Promise<Mend | null> {
  if (round.isPanelClosed) await stage.closePanel();
  return causeFault(round.kind, stage, { cutStream: task.cutStream, edges: round.edges });
}

/**
 * Presses what the panel offers until the chat has this message and is idle. With the panel closed, the run first goes on as far as it can
 * by itself. A fault that lasts ends before the user tries again, and at the latest after a while.
 */
async function settle(
  stage: ChaosStage,
  { moment }: Round,
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
async function looksIdle(stage: ChaosStage): Promise<boolean> {
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
  if (await press(approve)) return true;
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
async function unlocked({ filterPage: { page } }: ChaosStage): Promise<void> {
  const isUnlocked = () => page.evaluate(() => document.querySelector('steward-lock') === null);
  await waitUntil(isUnlocked, 'The page stays locked.').catch(() => undefined);
}
