import { isListed } from '@/src/core/checkpoints/is-listed';
import type { RollbackStrategy } from '@/src/core/checkpoints/rollback-strategy';
import { calls, createLoopHarness, says, type Turn } from '../../fakes/loop-harness';

export type Harness = Awaited<ReturnType<typeof createLoopHarness>>;
export type NoteCall = ['add_note' | 'remove_note', string];

/** A chat with one run for each response, and these calls. `between` is called after each, with its index; `more` are later responses of the model. */
export async function takeResponses(
  responses: NoteCall[][],
  between: (h: Harness, index: number) => void = () => undefined,
  more: Turn[] = [],
): Promise<Harness> {
  const script = responses.flatMap((made): Turn[] => [
    calls(...made.map(([name, text]): [string, unknown] => [name, { text }])),
    says('Done.'),
  ]);
  const h = await createLoopHarness([...script, ...more]);
  for (const index of responses.keys()) {
    await h.send(`Message ${index}`);
    between(h, index);
  }
  return h;
}

/** A chat whose one run added eggs. The model has two more answers. */
export async function withEggs(): Promise<Harness> {
  const script = [calls(['add_note', { text: 'eggs' }]), says('Added.'), says('Fine.'), says('Fine.')];
  const h = await createLoopHarness(script, { hasDryRuns: true });
  await h.send('Add eggs');
  return h;
}

/** The checkpoint before the response of that index. */
export async function checkpointAt(h: Harness, index: number) {
  const found = (await h.checkpoints()).filter(({ reason }) => reason === 'before-changes').at(index);
  if (found === undefined) throw new Error(`no checkpoint ${index}`);
  return found;
}

/** Rolls back to a checkpoint as previewed. */
export async function rollWith(h: Harness, checkpointId: string, strategy: RollbackStrategy) {
  const preview = await h.rollback.preview(h.chatId, checkpointId);
  return { preview, ...(await h.rollback.perform(h.chatId, checkpointId, preview.stateHash, strategy)) };
}

export const rollTo = (h: Harness, checkpointId: string) =>
  rollWith(h, checkpointId, { strategy: 'replace' });

/** Rolls back to before the response of that index. */
export const rollBack = async (h: Harness, index: number) => rollTo(h, (await checkpointAt(h, index)).id);

/** Undoes the last rollback, undo or restore. */
export const redo = async (h: Harness) => rollTo(h, (await lastSafety(h)).id);

/** Undoes the response of that index as previewed. */
export async function undo(h: Harness, index: number) {
  const { id } = await checkpointAt(h, index);
  const preview = await h.rollback.previewUndo(h.chatId, id);
  await h.rollback.undo(h.chatId, id, preview.stateHash);
  return preview;
}

/** Advances the time until `work` ends. */
export async function untilOver<Result>(h: Harness, work: Promise<Result>): Promise<Result> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  work.then(end, end);
  while (!isOver) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (h.time.isWaited()) await h.time.pass(4_000);
  }
  return work;
}

/** The newest checkpoint, taken before the last rollback or undo. */
export async function lastSafety(h: Harness) {
  const found = (await h.checkpoints()).at(-1);
  if (found === undefined) throw new Error('no checkpoint');
  return found;
}

export async function listedIds(h: Harness): Promise<string[]> {
  const { conversation } = await h.record();
  return (await h.checkpoints()).filter((row) => isListed(row, conversation)).map(({ id }) => id);
}

/** The audit entries of rollbacks and undos, in order. */
export async function audited(h: Harness) {
  const rows = await h.db.audit.toArray();
  return rows.filter(({ action }) => action === 'rollback' || action === 'undo');
}

/** The changes of the page that the next message reports to the model. */
export async function toldNext(h: Harness) {
  const { conversation } = await h.send('And now?');
  const said = conversation.findLast(({ role }) => role === 'user');
  return said?.role === 'user' ? said.changes : null;
}
