import { waitUntil } from '@/tests/drive/wait-until';
import { says } from '@/tests/fakes/chat-answers';
import { pngImage } from '@/tests/fakes/png-image';
import { causeFault, KILLED_AT_EDGES, type Mend } from './cause-fault';
import type { ChaosStage } from './chaos-stage';
import { actBesides, allow, closeSecondPanel, extraText } from './extras';
import type { Moment } from './fault-matrix';
import { settle } from './settle';
import { createTask, type Task } from './task';
import type { WriteEdge } from './worker-edges';

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
  let isSettled = await settle(stage, moment, task.message, mend);
  const extraFrom = round.extra === 'redo' ? stage.pageLog.steps.length : null;
  if (round.extra !== null) {
    stage.endpoint.behave(says(task.answer));
    await actBesides(stage, round, 'after');
    const text = round.extra === 'edit' ? extraText(round.number) : task.message;
    isSettled = await settle(stage, moment, text, null);
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
