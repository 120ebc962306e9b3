import { expect, it } from 'vitest';
import { calls, createLoopHarness, heldBack, type LoopHarness, says } from '../../fakes/loop-harness';

const sent = (h: LoopHarness, nth: number) => JSON.stringify(h.requests[nth]?.messages);

it('the first request of a run shows the reading that it began with', async () => {
  const h = await createLoopHarness([says('Milk.')]);
  let readings = 0;
  const { readContext } = h.deps.page;
  h.deps.page.readContext = (...given) => {
    readings += 1;
    return readContext(...given);
  };
  await h.send('What is on the list?');
  expect(readings).toBe(1);
  expect(sent(h, 0)).toContain('milk');
});

it('it shows what the user did until the page was locked', async () => {
  const h = await createLoopHarness([says('Done.')]);
  let locked = 0;
  const { lock } = h.deps.pageLock;
  h.deps.pageLock.lock = async (...given) => {
    locked += 1;
    if (locked === 1) h.notes.editByHand(['tea']);
    return lock(...given);
  };
  await h.send('What is on the list?');
  expect(locked).toBe(1);
  expect(sent(h, 0)).toContain('tea');
});

it('it shows what another chat wrote before it released the page', async () => {
  const held = heldBack([], calls(['add_note', { text: 'eggs' }], ['finish_task', { summary: 'done' }]));
  const h = await createLoopHarness([held.turn, says('milk')]);
  await h.addChat('second', 'Second');
  await h.loop.sendUserMessage('chat', 'Add eggs');
  await held.reached;
  const { beginRun } = h.deps.journal;
  h.deps.journal.beginRun = async (begun) => {
    if (begun.run.chatId === 'second') {
      held.release();
      const first = async () => (await h.deps.journal.load('chat')).run?.status;
      await expect.poll(first).toMatchObject({ state: 'done' });
    }
    return beginRun(begun);
  };
  await h.loop.sendUserMessage('second', 'What is on the list?');
  await expect.poll(() => h.requests.length).toBe(2);
  expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
  expect(sent(h, 1)).toContain('eggs');
});
