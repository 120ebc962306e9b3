import { expect } from 'vitest';
import { isListed } from '@/src/core/checkpoints/is-listed';
import type { RollbackStrategy } from '@/src/core/checkpoints/rollback-strategy';
import type { PagePort } from '@/src/core/ports/page-port';
import type { Json } from '@/src/schema/values/json';
import { calls, createLoopHarness, type LoopHarness, says, type Turn } from '../../fakes/loop-harness';
import { add, type Call } from '../loop/made-calls';

export type Harness = LoopHarness;

type Applied = ReturnType<PagePort['applyState']>;

/** A response with these calls: "+eggs" adds a note, "-eggs" removes it, and "publish" is the call of that name. */
export function responds(made: string): Turn {
  const call = (word: string): Call => {
    if (word.startsWith('+')) return add(word.slice(1));
    return word.startsWith('-') ? ['remove_note', { text: word.slice(1) }] : [word, {}];
  };
  return calls(...made.split(' ').map(call));
}

/** A chat with one run for each response, which may publish. `between` is called after each, with its index; `more` are later responses of the model. */
export async function takeResponses(
  responses: string[],
  between: (h: Harness, index: number) => void = () => undefined,
  more: Turn[] = [],
): Promise<Harness> {
  const script = responses.flatMap((made): Turn[] => [responds(made), says('Done.')]);
  const h = await createLoopHarness([...script, ...more], {
    settings: { permissions: { publish: 'allow' } },
  });
  for (const index of responses.keys()) {
    await h.send(`Message ${index}`);
    between(h, index);
  }
  return h;
}

/** A chat whose one run added eggs. The model has two more answers. */
export async function withEggs(): Promise<Harness> {
  const script = [calls(add('eggs')), says('Added.'), says('Fine.'), says('Fine.')];
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

export const REPLACE: RollbackStrategy = { strategy: 'replace' };
export const KEEP: RollbackStrategy = { strategy: 'merge', keep: null };

/** The user puts a note in front. */
export const addByHand = ({ notes }: Harness, note: string) => notes.editByHand([note, ...notes.page.notes]);

/** Rolls back to a checkpoint as previewed. */
export async function rollWith(h: Harness, checkpointId: string, strategy: RollbackStrategy) {
  const preview = await h.rollback.preview(h.chatId, checkpointId);
  return { preview, ...(await h.rollback.perform(h.chatId, checkpointId, preview.stateHash, strategy)) };
}

export const rollTo = (h: Harness, checkpointId: string) => rollWith(h, checkpointId, REPLACE);

/** Rolls back to before the response of that index. */
export const rollBack = async (h: Harness, index: number, strategy: RollbackStrategy = REPLACE) =>
  rollWith(h, (await checkpointAt(h, index)).id, strategy);

/** Undoes the last rollback, undo or restore. */
export const redo = async (h: Harness, strategy: RollbackStrategy = REPLACE) =>
  rollWith(h, (await lastSafety(h)).id, strategy);

/** Undoes the response of that index as previewed. */
export async function undo(h: Harness, index: number) {
  const { id } = await checkpointAt(h, index);
  const preview = await h.rollback.previewUndo(h.chatId, id);
  await h.rollback.undo(h.chatId, id, preview.stateHash);
  return preview;
}

/** Answers in place of the page when it receives the next state. `accept` applies that state, or another one, to the page. */
export function answerState(
  { notes: { port } }: Harness,
  answer: (accept: (other?: Json) => Applied) => Applied,
): void {
  const { applyState } = port;
  port.applyState = (chat, request, signal) => {
    port.applyState = applyState;
    return answer((state = request.state) => applyState(chat, { ...request, state }, signal));
  };
}

/** The user adds a note after the page accepts the next state, before it is read again. */
export const editOnceTaken = (h: Harness) =>
  answerState(h, async (accept) => {
    const answer = await accept();
    h.notes.editByHand([...h.notes.page.notes, 'tea']);
    return answer;
  });

/** The worker stops while it waits for the page, which accepts the state or doesn't. */
export async function dieInMidChange(
  h: Harness,
  change: () => Promise<unknown>,
  isTaken: boolean,
): Promise<void> {
  await new Promise<void>((resolve) => {
    answerState(h, async (accept) => {
      if (isTaken) await accept();
      resolve();
      return new Promise(() => undefined);
    });
    void change();
  });
  h.restart();
}

/** From now on no message can be stored. `meanwhile` is called at each attempt. */
export function failToStore({ db }: Harness, meanwhile: () => void = () => undefined): void {
  db.messages.hook('creating', () => {
    meanwhile();
    throw new Error('disk full');
  });
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
  const newest = (await h.checkpoints()).at(-1);
  if (newest === undefined) throw new Error('no checkpoint');
  return newest;
}

/** The newest row of a rollback, undo or restore. */
export async function newestRow(h: Harness) {
  const row = (await h.record()).conversation.findLast(({ role }) => role === 'rollback');
  if (row?.role !== 'rollback') throw new Error('no rollback');
  return row;
}

export async function listedIds(h: Harness): Promise<string[]> {
  const { conversation } = await h.record();
  return (await h.checkpoints()).filter((row) => isListed(row, conversation)).map(({ id }) => id);
}

/** The audit entries of rollbacks, undos and restores, in order. */
export const audited = (h: Harness) =>
  h.db.audit
    .orderBy('[origin+sequence]')
    .filter(({ action }) => action !== 'call')
    .toArray();

/** The roles of a conversation with one request and one call. */
export const WHOLE = ['user', 'assistant', 'tool', 'assistant'];

/** The content of the chat's composer: its text, and the ids of its images. */
export async function composer(h: Harness): Promise<[text: string, imageIds: string[]]> {
  const { text = '', imageIds = [] } = (await h.db.composerTexts.get(h.chatId)) ?? {};
  return [text, imageIds];
}

/** The contents of the user's and the model's messages, in order. */
export const spoken = async (h: Harness) =>
  (await h.record()).conversation.flatMap((message) =>
    message.role === 'user' || message.role === 'assistant' ? [message.content] : [],
  );

/** The changes of the page that the next message reports to the model, without their times. */
export async function toldNext(h: Harness) {
  const { conversation } = await h.send('And now?');
  const said = conversation.findLast((message) => message.role === 'user');
  return said?.changes.map(({ timestamp: _when, ...change }) => change);
}

/** The causes of the steps of the page's history. */
export const causes = async (h: Harness) => (await h.db.pageSteps.toArray()).map(({ cause }) => cause.kind);

/** The user removes the note that a lost rollback was to remove, and the history says so. */
export async function expectRemovedByUser(h: Harness): Promise<void> {
  h.notes.editByHand(['milk']);
  expect(await toldNext(h)).toEqual([{ type: 'note_removed', note: 'eggs' }]);
  expect(await causes(h)).toEqual(['execution', 'user']);
}
