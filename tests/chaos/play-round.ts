import type { Page } from 'playwright';
import { APPROVE } from '@/tests/drive/approve-button';
import { waitUntil } from '@/tests/drive/wait-until';
import { causeFault } from './cause-fault';
import type { ChaosStage } from './chaos-stage';
import type { Moment } from './fault-matrix';
import { createTask, type Task } from './task';

/** Time limit of a round after its fault. The alarm alone takes half a minute to wake a worker. */
const SETTLE_LIMIT_MS = 75_000;
/** Most buttons of errors and approval requests that a user presses in a round. */
const MAX_PRESSES = 6;
const LOOK_AGAIN_MS = 200;

/** One round: a task with one fault. All choices were made by the seed. */
export interface Round {
  readonly number: number;
  readonly kind: string;
  readonly moment: Moment;
  /** True if the panel is closed before the fault. */
  readonly isPanelClosed: boolean;
  /** Number of rules that the task adds. */
  readonly rules: number;
  /** The change of the page at which a fault within a batch occurs, from 1. */
  readonly change: number;
}

/** A round as it was played. */
export interface PlayedRound {
  readonly task: Task;
  /** Index of the page log's first step of this round, and of the first one after the rollback's begin. */
  readonly from: number;
  readonly rollbackFrom: number | null;
  /** True if the chat became idle in time. */
  readonly isSettled: boolean;
}

/** Plays a round, and then acts as a user does until the chat is idle. */
export async function playRound(stage: ChaosStage, round: Round): Promise<PlayedRound> {
  const { moment } = round;
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
  let rollbackFrom: number | null = null;
  switch (moment) {
    case 'idle':
      await breakDown(stage, round, task);
      await stage.openPanel();
      await stage.panel().ask(task.message);
      break;
    case 'streaming':
      await stage.panel().ask(task.message);
      await task.begun;
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
      const broken = stage.pageLog.afterChanges(1, () => breakDown(stage, round, task));
      await stage.panel().page.getByRole('button', { name: 'Roll back', exact: true }).click();
      await broken;
      break;
    }
  }
  return { task, from, rollbackFrom, isSettled: await settle(stage, round) };
}

async function breakDown(stage: ChaosStage, { kind, isPanelClosed }: Round, task: Task): Promise<void> {
  if (isPanelClosed) await stage.closePanel();
  await causeFault(kind, stage, task);
}

/** Presses what the panel offers until the chat is idle. With the panel closed, the run first goes on as far as it can by itself. */
async function settle(stage: ChaosStage, { moment }: Round): Promise<boolean> {
  const deadline = Date.now() + SETTLE_LIMIT_MS;
  if (moment !== 'awaiting approval') await unlocked(stage);
  await stage.openPanel();
  const { page } = stage.panel();
  const dialogs = page.getByRole('dialog');
  let presses = 0;
  let idleLooks = 0;
  while (Date.now() < deadline && presses <= MAX_PRESSES) {
    const pressed = await pressOffered(page);
    if (pressed) presses += 1;
    // A run that has just begun shows its end of the one before for a moment.
    const isIdle = !pressed && (await page.getByRole('button', { name: 'Send', exact: true }).isVisible());
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

/** Presses the button of an approval request, or of an error. Returns true if there was one. */
async function pressOffered(page: Page): Promise<boolean> {
  const approve = page
    .getByRole('region', { name: 'Approval' })
    .getByRole('button', { name: APPROVE, disabled: false });
  const retry = page.getByRole('button', { name: /^(Retry|Try now)$/ });
  for (const button of [approve, retry]) {
    if (!(await button.first().isVisible())) continue;
    await button
      .first()
      .click({ timeout: 2_000 })
      // It may have gone, or be disabled while a preview is computed.
      .catch(() => undefined);
    return true;
  }
  return false;
}

/** Resolves when the page isn't locked, or when the time limit is over, which the checks report. */
async function unlocked({ filterPage: { page } }: ChaosStage): Promise<void> {
  const isUnlocked = () => page.evaluate(() => document.querySelector('steward-lock') === null);
  await waitUntil(isUnlocked, 'The page stays locked.').catch(() => undefined);
}
