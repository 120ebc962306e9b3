import { isListed } from '@/src/core/checkpoints/is-listed';
import { conversation } from '@/src/core/records/message';
import { isActive } from '@/src/core/records/transition';
import type { Checkpoint } from '@/src/schema/checkpoint';
import type { Rollback } from '../../fakes/reversals';
import type { ChatWorld } from './chat-world';
import { controlResult } from './control-result';

/** The checkpoints that the panel offers. */
export function listedCheckpoints({ tables }: ChatWorld): Checkpoint[] {
  const shown = conversation(tables.messages.all());
  return tables.checkpoints.all().filter((checkpoint) => isListed(checkpoint, shown));
}

/** A late answer counts as a fault when it is caused and when it is missed. */
const FAULTS_OF_LATE_ANSWER = 2;

/**
 * Rolls back to a checkpoint while nothing else happens, then rolls that back. Both must restore the page and the
 * conversation exactly.
 */
export async function checkRollback(world: ChatWorld, checkpoint: Checkpoint): Promise<void> {
  if (await isDisturbed(world)) return;
  const { problems, history } = world;
  await storeInterrupted(world);
  const before = snapshot(world);
  const run = await world.run();
  const faultsBefore = world.faults.count();
  const safety = await rollBack(world, checkpoint);
  if (safety === null) {
    // If the page answered neither the change nor its reversal in time, the page may stay changed, and the error says so.
    const wasReversed = world.faults.count() - faultsBefore <= FAULTS_OF_LATE_ANSWER;
    const { notes } = wasReversed ? before : snapshot(world);
    assertSame(world, { ...before, notes }, snapshot(world), 'a rollback that was refused');
    return;
  }
  if (run !== null && isActive(run.status)) problems.add('a rollback succeeded during a run');
  const after = snapshot(world);
  if (after.notes !== JSON.stringify(history.notesOf(checkpoint.stateHash))) {
    problems.add(`a rollback left the page as ${after.notes}`);
  }
  if (after.published !== before.published) problems.add('a rollback changed the published notes');
  const wanted = expectedConversation(world, checkpoint);
  if (JSON.stringify(after.reported) !== JSON.stringify(wanted)) {
    problems.add(`a rollback left the conversation as ${after.reported}, not ${wanted}`);
  }
  if ((await rollBack(world, safety)) === null) return;
  assertSame(world, before, snapshot(world), 'the reversal of a rollback');
  const status = JSON.stringify((await world.run())?.status);
  if (status !== JSON.stringify(run?.status)) {
    problems.add(`the reversal of a rollback left the run as ${status}, not ${JSON.stringify(run?.status)}`);
  }
}

/**
 * Undoes one response's changes while nothing else happens, then rolls that back. The undo may change only the notes;
 * the rollback must restore them.
 */
export async function checkUndo(world: ChatWorld, checkpoint: Checkpoint): Promise<void> {
  if (await isDisturbed(world)) return;
  await storeInterrupted(world);
  const before = snapshot(world);
  const safety = await safetyOf(world, 'before-undo', () => undoAt(world, checkpoint));
  const { notes } = snapshot(world);
  assertSame(world, { ...before, notes: safety === null ? before.notes : notes }, snapshot(world), 'an undo');
  if (safety === null || (await rollBack(world, safety)) === null) return;
  assertSame(world, before, snapshot(world), 'the reversal of an undo');
}

/**
 * True if something else may happen during the check: a timer ends, or a run continues while the page's answer is
 * awaited.
 */
async function isDisturbed({ chats, chatId, faults, worker }: ChatWorld): Promise<boolean> {
  if (faults.isSilent() || worker().dueAt().length > 0) return true;
  const others = faults.hasAnswerFault() ? chats : chats.filter((chat) => chat.chatId !== chatId);
  const runs = await Promise.all(others.map((chat) => chat.run()));
  return runs.some((run) => run !== null && isActive(run.status));
}

/** Stores the results of interrupted writes, as each rollback does first: they belong to the conversation before it. */
async function storeInterrupted(world: ChatWorld): Promise<void> {
  const { chatId } = world;
  await controlResult(world, 'an idle turn', () =>
    world.worker().loop.whileIdle(chatId, async () => undefined),
  );
}

/** The user rolls back to a checkpoint, on the page as it is. */
export async function rollBackTo(
  { chatId, worker }: ChatWorld,
  { id }: Checkpoint,
  strategy: Parameters<Rollback['perform']>[3],
): Promise<void> {
  const { rollback, loop, consents } = worker();
  const { stateHash } = await rollback.preview(chatId, id);
  await loop.whileIdle(chatId, () =>
    rollback.perform(chatId, id, stateHash, strategy, consents.give(chatId)),
  );
}

/** The user undoes the answer at a checkpoint, on the page as it is. */
export async function undoAt({ chatId, worker }: ChatWorld, { id }: Checkpoint): Promise<void> {
  const { rollback, loop, consents } = worker();
  const { stateHash } = await rollback.previewUndo(chatId, id);
  await loop.whileIdle(chatId, () => rollback.undo(chatId, id, stateHash, consents.give(chatId)));
}

function rollBack(world: ChatWorld, checkpoint: Checkpoint): Promise<Checkpoint | null> {
  return safetyOf(world, 'before-rollback', () => rollBackTo(world, checkpoint, { strategy: 'replace' }));
}

/** Resolves with the safety checkpoint of a change; null if the change was refused. */
async function safetyOf(
  world: ChatWorld,
  reason: Checkpoint['reason'],
  change: () => Promise<void>,
): Promise<Checkpoint | null> {
  return controlResult(world, 'a rollback', async () => {
    await change();
    return world.tables.checkpoints.all().findLast((taken) => taken.reason === reason) ?? null;
  });
}

/**
 * Ids of the messages that must remain. A rollback to before a run's first response removes the run's opening message
 * too.
 */
function expectedConversation(world: ChatWorld, checkpoint: Checkpoint): string[] {
  const { tables, checker } = world;
  const ids = checkpoint.conversation ?? checker.conversationAt(checkpoint.id);
  const messages = ids.flatMap((id) => tables.messages.get(id) ?? []);
  const ofRun = messages.filter(({ runId }) => runId !== null && runId === checkpoint.runId);
  const isFirst = checkpoint.conversation === null && !ofRun.some(({ role }) => role === 'assistant');
  return messages
    .filter((message) => isReported(message) && !(isFirst && ofRun.includes(message)))
    .map(({ id }) => id);
}

function isReported({ role }: { role: string }): boolean {
  return role !== 'accounting' && role !== 'rollback';
}

type Snapshot = ReturnType<typeof snapshot>;

function snapshot({ tables, page }: ChatWorld) {
  const messages = tables.messages.all();
  const { notes, published } = page.state();
  return {
    notes: JSON.stringify(notes),
    published: JSON.stringify(published),
    reported: conversation(messages)
      .filter(isReported)
      .map(({ id }) => id),
    /** By message id. */
    isSetAside: new Map(messages.map(({ id, discardedBy }) => [id, discardedBy !== null])),
  };
}

function assertSame({ problems }: ChatWorld, before: Snapshot, now: Snapshot, what: string): void {
  if (now.notes !== before.notes) problems.add(`${what} left the page as ${now.notes}, not ${before.notes}`);
  if (now.published !== before.published) problems.add(`${what} changed the published notes`);
  if (JSON.stringify(now.reported) !== JSON.stringify(before.reported)) {
    problems.add(`${what} left the conversation as ${now.reported}, not ${before.reported}`);
  }
  for (const [id, isSetAside] of before.isSetAside) {
    if (now.isSetAside.get(id) !== isSetAside) problems.add(`${what} left a message set aside differently`);
  }
}

/** The messages that a rollback set aside before their run's first response, and that the user did not get back. */
export function lostTexts({ tables, chatId }: ChatWorld): string[] {
  const messages = tables.messages.all();
  const given = tables.chats.get(chatId)?.setAside?.text ?? '';
  return messages.flatMap((row) => {
    if (row.role !== 'rollback' || row.kind !== 'rollback' || row.checkpointId === null) return [];
    const checkpoint = tables.checkpoints.get(row.checkpointId);
    if (checkpoint === undefined || checkpoint.conversation !== null) return [];
    const opening = messages.filter(
      ({ discardedBy, runId, position }) =>
        discardedBy === row.id && runId === checkpoint.runId && position < checkpoint.position,
    );
    return opening.flatMap((message) =>
      message.role === 'user' && !given.includes(message.content)
        ? [`“${message.content}” was set aside by a rollback and not given back`]
        : [],
    );
  });
}
