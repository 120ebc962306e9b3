import type { Locator, Page } from 'playwright';
import { APPROVE } from '@/tests/drive/approve-button';
import { waitUntil } from '@/tests/drive/wait-until';
import { says } from '@/tests/fakes/chat-answers';
import { pngImage } from '@/tests/fakes/png-image';
import { causeFault, KILLED_AT_EDGES } from './cause-fault';
import type { ChaosStage } from './chaos-stage';
import { actBesides, extraText } from './extras';
import type { Moment } from './fault-matrix';
import { createTask, type Task } from './task';
import type { WriteEdge } from './worker-edges';

/** Time limit of a round after its fault. The alarm alone takes half a minute to wake a worker. */
const SETTLE_LIMIT_MS = 75_000;
/** Most buttons of errors and approval requests that a user presses in a round. */
const MAX_PRESSES = 6;
const LOOK_AGAIN_MS = 200;
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
  /** Messages that the user has written. */
  readonly texts: readonly string[];
  readonly hasImage: boolean;
  /** Index of the page log's first step of this round, and of the first one after the rollback's begin. */
  readonly from: number;
  readonly rollbackFrom: number | null;
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
    saves: moment === 'awaiting approval',
    holds: moment === 'streaming',
  });
  stage.endpoint.behave(task.behaviour);
  if (round.hasImage) await attachImage(stage, round.number);
  let rollbackFrom: number | null = null;
  switch (moment) {
    case 'idle':
      await breakDown(stage, round, task);
      await stage.openPanel();
      await stage.panel().send(task.message);
      break;
    case 'streaming':
      await stage.panel().ask(task.message);
      await task.begun;
      await actBesides(stage, round, 'during');
      await breakDown(stage, round, task);
      task.release();
      break;
    case 'awaiting approval':
      await stage.panel().ask(task.message);
      await stage.panel().approval.waitFor();
      await breakDown(stage, round, task);
      break;
    case 'within a batch of writes': {
      const broken = stage.pageLog.afterChanges(round.change, () => breakDown(stage, round, task));
      await stage.panel().ask(task.message);
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
      const broken = stage.pageLog.afterChanges(1, () => breakDown(stage, round, task));
      await begin();
      await broken;
      break;
    }
  }
  let isSettled = await settle(stage, round, task.message);
  if (round.extra !== null) {
    stage.endpoint.behave(says(task.answer));
    await actBesides(stage, round, 'after');
    isSettled = await settle(stage, round, round.extra === 'edit' ? extraText(round.number) : task.message);
  }
  const kills = [...stage.worker.kills];
  await stage.worker.killAt([]);
  const texts = ['queue', 'edit'].includes(round.extra ?? '')
    ? [task.message, extraText(round.number)]
    : [task.message];
  return { task, texts, hasImage: round.hasImage, from, rollbackFrom, isSettled, kills };
}

/** Adds an image to the message field, a different one in each round. */
async function attachImage(stage: ChaosStage, number: number): Promise<void> {
  const { page } = stage.panel();
  const buffer = pngImage({ width: 16 + (number % 200), height: 16, isNoise: true });
  const file = { name: `round-${number}.png`, mimeType: 'image/png', buffer };
  await page.locator('input[type=file][accept*="image/png"]').setInputFiles([file]);
  await page.getByRole('list', { name: 'Images of the message' }).getByRole('listitem').waitFor();
}

async function breakDown(stage: ChaosStage, round: Round, task: Task): Promise<void> {
  if (round.isPanelClosed) await stage.closePanel();
  await causeFault(round.kind, stage, { cutStream: task.cutStream, edges: round.edges });
}

/** Presses what the panel offers until the chat has this message and is idle. With the panel closed, the run first goes on as far as it can by itself. */
async function settle(stage: ChaosStage, { moment }: Round, text: string): Promise<boolean> {
  const deadline = Date.now() + SETTLE_LIMIT_MS;
  if (moment !== 'awaiting approval') await unlocked(stage);
  await stage.openPanel();
  const { page } = stage.panel();
  const dialogs = page.getByRole('dialog');
  let presses = 0;
  let idleLooks = 0;
  let looks = 0;
  while (Date.now() < deadline && presses <= MAX_PRESSES) {
    const isTaken = moment === 'within a rollback' || (await said(page, text));
    looks = isTaken ? 0 : looks + 1;
    const pressed = isTaken ? await pressOffered(page) : looks > MIN_LOOKS && (await sendAgain(page, text));
    if (pressed) presses += 1;
    // A run that has just begun shows its end of the one before for a moment.
    const isIdle = isTaken && !pressed && (await looksIdle(stage));
    idleLooks = isIdle ? idleLooks + 1 : 0;
    if (idleLooks === 3) {
      if (await dialogs.first().isVisible()) await page.keyboard.press('Escape');
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
  const isIdle = await page.getByRole('button', { name: 'Send', exact: true }).isVisible();
  return isIdle && (await stage.rows('restores')).length === 0;
}

/** True if the chat has this message. */
async function said(page: Page, text: string): Promise<boolean> {
  return page.locator('.user-message', { hasText: text }).first().isVisible();
}

/** Sends the message that is still in the message field. Returns true if there was one. */
async function sendAgain(page: Page, text: string): Promise<boolean> {
  const isThere = (await page.getByRole('textbox', { name: 'Message' }).inputValue()) === text;
  return isThere && press(page.getByRole('button', { name: 'Send', exact: true, disabled: false }));
}

/** Presses the button of an approval request, or of an error. Returns true if there was one. */
async function pressOffered(page: Page): Promise<boolean> {
  const approve = page
    .getByRole('region', { name: 'Approval' })
    .getByRole('button', { name: APPROVE, disabled: false });
  const retry = page.getByRole('button', { name: /^(Retry|Try now|Try again)$/ });
  return (await press(approve)) || press(retry);
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
