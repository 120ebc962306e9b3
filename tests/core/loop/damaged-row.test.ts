import { describe, expect, it } from 'vitest';
import { calls, createLoopHarness, heldBack, type LoopHarness, says } from '../../fakes/loop-harness';
import { duringRequest } from './held-request';

/** The row of the chat's message with this role loses all but its keys; the worker reads it again. */
async function damage(h: LoopHarness, role: string): Promise<void> {
  const row = (await h.db.messages.toArray()).find((message) => message.role === role);
  if (row === undefined) throw new Error(`There is no message of ${role}.`);
  const { id, chatId, position } = row;
  await h.db.messages.put({ id, chatId, position } as typeof row);
}

const DAMAGED = {
  code: 'storage',
  message: 'A message of this chat can’t be read: its row in Steward’s database is damaged.',
};

describe('a chat with a damaged row', () => {
  it.each([
    ['user', says('Done.')],
    ['assistant', says('Done.')],
  ])('ends its run with an error that says so, if the row is one of %s', async (role, last) => {
    const held = heldBack([], last);
    const h = await createLoopHarness([calls(['add_note', { text: 'eggs' }]), held.turn]);
    await h.write('Go');
    await held.reached;
    await damage(h, role);
    held.release();
    await expect.poll(() => h.loop.isBusy()).toBe(false);
    const [run] = await h.db.runs.toArray();
    expect(run).toMatchObject({ status: { outcome: 'error' }, error: DAMAGED });
    await expect(h.loop.retry(h.chatId)).rejects.toMatchObject(DAMAGED);
    await expect(h.write('Again')).rejects.toMatchObject(DAMAGED);
  });

  it('ends its run after a restart of the worker, and when the user stops it', async () => {
    const { h } = await duringRequest(says('Never.'));
    await damage(h, 'user');
    await expect(h.loop.stop(h.chatId)).rejects.toMatchObject(DAMAGED);
    expect((await h.db.runs.toArray()).map(({ status }) => status)).toMatchObject([{ outcome: 'error' }]);
    const [run] = await h.db.runs.toArray();
    if (run === undefined) throw new Error('There is no run.');
    await h.db.runs.put({ ...run, status: { state: 'processing' } });
    await expect(h.restart().recover(h.chatId, false)).rejects.toMatchObject(DAMAGED);
    expect((await h.db.runs.toArray()).map(({ status }) => status)).toMatchObject([{ outcome: 'error' }]);
  });
});
