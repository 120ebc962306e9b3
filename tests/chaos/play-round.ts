import type { Locator } from 'playwright';
import { APPROVE } from '@/tests/drive/approve-button';
import type { Panel } from '@/tests/drive/panel';
import { waitUntil } from '@/tests/drive/wait-until';
import { causeFault, type Mend } from './cause-fault';
import type { ChaosStage } from './chaos-stage';
import type { Moment } from './fault-matrix';
import { createTask, type Task } from './task';

/** Time limit of a round after its fault. The alarm alone takes half a minute to wake a worker. */
const SETTLE_LIMIT_MS = 75_000;
/** Most buttons of errors and approval requests that a user presses in a round. */
const MAX_PRESSES = 6;
const LOOK_AGAIN_MS = 200;
/** Longest time for which a fault lasts while the user looks on, in milliseconds. */
const FAULT_LIMIT_MS = 15_000;

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
  /** The fault. */
  readonly kind: string;
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
    saves: moment === 'awaiting approval' || round.kind === 'server-error-after-write',
    holds: moment === 'streaming',
  });
  stage.endpoint.behave(task.behaviour);
  let rollbackFrom: number | null = null;
  let mend: Mend | null = null;
  const fail = async () => {
    mend = await breakDown(stage, round, task);
  };
  switch (moment) {
    case 'idle':
      await fail();
      await stage.openPanel();
      // A message that is refused stays in the message field, and is sent once the fault is over.
      await stage
        .panel()
        .ask(task.message)
        .catch(() => undefined);
      break;
    case 'streaming':
      await stage.panel().ask(task.message);
      await task.begun;
      await fail();
      task.release();
      break;
    case 'awaiting approval':
      await stage.panel().ask(task.message);
      await stage.panel().approval.waitFor();
      await fail();
      break;
    case 'within a batch of writes': {
      const broken = stage.pageLog.afterChanges(round.change, fail);
      await stage.panel().ask(task.message);
      await broken;
      break;
    }
    case 'within a rollback': {
      await stage.panel().converse(task.message, task.answer);
      await stage.panel().openCheckpoints();
      await stage.panel().chooseCheckpoint(`Before: ${task.message.slice(0, 20)}`);
      rollbackFrom = stage.pageLog.steps.length;
      const broken = stage.pageLog.afterChanges(1, fail);
      await stage.panel().page.getByRole('button', { name: 'Roll back', exact: true }).click();
      await broken;
      break;
    }
  }
  return { task, kind: round.kind, from, rollbackFrom, isSettled: await settle(stage, round, task, mend) };
}

async function breakDown(
  stage: ChaosStage,
  { kind, isPanelClosed }: Round,
  task: Task,
): Promise<Mend | null> {
  if (isPanelClosed) await stage.closePanel();
  return causeFault(kind, stage, task);
}

/**
 * Presses what the panel offers until the chat is idle. With the panel closed, the run first goes on as far as it can by itself. A fault
 * that lasts ends before the user tries again, and at the latest after a while.
 */
async function settle(stage: ChaosStage, { moment }: Round, task: Task, mend: Mend | null): Promise<boolean> {
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
  while (Date.now() < deadline && presses <= MAX_PRESSES) {
    if (Date.now() > faultEndsAtMs) await endFault();
    // A rollback moves the message into the message field.
    const canResend = moment !== 'within a rollback';
    const pressed = await pressOffered(stage.panel(), task, canResend, endFault);
    if (pressed) presses += 1;
    const { page } = stage.panel();
    // A run that has just begun shows its end of the one before for a moment.
    const isIdle = !pressed && (await page.getByRole('button', { name: 'Send', exact: true }).isVisible());
    idleLooks = isIdle ? idleLooks + 1 : 0;
    if (idleLooks === 3 && lasting !== null) {
      await endFault();
      idleLooks = 0;
    }
    if (idleLooks === 3) {
      const dialogs = page.getByRole('dialog');
      if (await dialogs.first().isVisible()) await page.keyboard.press('Escape');
      await dialogs.first().waitFor({ state: 'hidden' });
      return true;
    }
    await new Promise((done) => setTimeout(done, LOOK_AGAIN_MS));
  }
  return false;
}

/**
 * Presses the button of an approval request or of an error, or sends a message that was refused; the last two after the fault. Returns
 * true if there was something to press.
 */
async function pressOffered(
  panel: Panel,
  task: Task,
  canResend: boolean,
  endFault: () => Promise<void>,
): Promise<boolean> {
  const { page, message } = panel;
  const approve = page
    .getByRole('region', { name: 'Approval' })
    .getByRole('button', { name: APPROVE, disabled: false })
    .first();
  const retry = page.getByRole('button', { name: /^(Retry|Try now|Try again)$/ }).first();
  const send = page.getByRole('button', { name: 'Send', exact: true, disabled: false });
  // It may have gone, or be disabled while a preview is computed.
  const press = (button: Locator) => button.click({ timeout: 2_000 }).catch(() => undefined);
  if (await approve.isVisible()) {
    await press(approve);
    return true;
  }
  // Nothing but a new chat helps.
  if (await page.getByText('is damaged').first().isVisible()) return false;
  const isRefused = (await message.inputValue()).includes(task.message) && (await send.isVisible());
  const again = isRefused && canResend ? send : retry;
  if (!(await again.isVisible())) return false;
  await endFault();
  await press(again);
  return true;
}

/** Resolves when the page isn't locked, or when the time limit is over, which the checks report. */
async function unlocked({ filterPage: { page } }: ChaosStage): Promise<void> {
  const isUnlocked = () => page.evaluate(() => document.querySelector('steward-lock') === null);
  await waitUntil(isUnlocked, 'The page stays locked.').catch(() => undefined);
}
