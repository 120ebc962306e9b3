import { describe, expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';

type Harness = Awaited<ReturnType<typeof createLoopHarness>>;

const REPLACE = { strategy: 'replace' } as const;

async function withEggs() {
  const h = await createLoopHarness([calls(['add_note', { text: 'eggs' }]), says('Added.'), says('Fine.')]);
  await h.send('Add eggs');
  const checkpoint = (await h.checkpoints()).find(({ reason }) => reason === 'before-changes');
  if (checkpoint === undefined) throw new Error('there is no checkpoint');
  const { stateHash } = await h.rollback.preview(h.chatId, checkpoint.id);
  return { h, id: checkpoint.id, stateHash };
}

/** The page accepts the next state, or doesn't, and its answer is lost. */
function loseAnswer(h: Harness, happens: 'before' | 'never', meanwhile: () => void = () => undefined) {
  const { applyState } = h.notes.port;
  h.notes.port.applyState = async (...request) => {
    h.notes.port.applyState = applyState;
    if (happens === 'before') await applyState(...request);
    meanwhile();
    throw new StewardError('timeout', 'The page did not answer within 30 s.', { remedy: 'Wait.' });
  };
}

/** Advances the time while a change is settled. Returns the error that it ended with, or null. */
async function outcomeOf(h: Harness, change: Promise<unknown>): Promise<StewardError | null> {
  let isOver = false;
  const failure = change.then(
    () => null,
    (error: StewardError) => error,
  );
  void failure.then(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (h.time.isWaited()) await h.time.pass(4_000);
  }
  return failure;
}

/** Performs the rollback. Returns the code of its error. */
async function perform({ h, id, stateHash }: Awaited<ReturnType<typeof withEggs>>) {
  const error = await outcomeOf(h, h.rollback.perform(h.chatId, id, stateHash, REPLACE));
  return error?.code ?? 'done';
}

const rollbackRows = async (h: Harness) =>
  (await h.db.audit.toArray()).filter(({ action }) => action === 'rollback');

describe('a rollback whose answer is lost', () => {
  it('rolls back page and conversation if the page is in the state, and is audited once', async () => {
    const chat = await withEggs();
    loseAnswer(chat.h, 'before');
    expect(await perform(chat)).toBe('done');
    const { h } = chat;
    expect(h.notes.page.notes).toEqual(['milk']);
    expect((await h.record()).conversation.filter(({ role }) => role === 'user')).toEqual([]);
    expect(await rollbackRows(h)).toMatchObject([{ success: true }]);
    await h.send('And now?');
    const said = (await h.record()).conversation.findLast((entry) => entry.role === 'user');
    expect(said).toMatchObject({ changes: [] });
  });

  it('leaves page and conversation unchanged if the page is unchanged', async () => {
    const chat = await withEggs();
    loseAnswer(chat.h, 'never');
    expect(await perform(chat)).toBe('timeout');
    const { h } = chat;
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    expect((await h.record()).conversation.filter(({ role }) => role === 'user')).toHaveLength(1);
    expect(await rollbackRows(h)).toEqual([]);
  });

  it('reports an unknown outcome, and audits it at the next action if it stays unknown', async () => {
    const chat = await withEggs();
    loseAnswer(chat.h, 'never', () => chat.h.notes.editByHand(['tea']));
    expect(await perform(chat)).toBe('timeout');
    const { h } = chat;
    expect(h.notes.page.notes).toEqual(['tea']);
    await outcomeOf(
      h,
      h.loop.whileIdle(h.chatId, async () => undefined),
    );
    expect(await rollbackRows(h)).toMatchObject([{ success: false, errorCode: 'outcome_unknown' }]);
  });
});
