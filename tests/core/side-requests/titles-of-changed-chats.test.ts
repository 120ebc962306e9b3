import { describe, expect, it } from 'vitest';
import { calls, heldBack, says } from '../../fakes/loop-harness';
import { checkpointAt } from '../checkpoints/take-responses';
import { REPLACE, reviseAt, rollBackTo } from '../loop/revise';
import { createSideHarness, type SideHarness } from './side-harness';

const TITLES = { settings: { generatesTitle: true } };
const ADD = calls(['add_note', { text: 'eggs' }]);

const titleOf = async (h: SideHarness) => {
  const { title, titleSource } = (await h.record()).chat;
  return `${title} (${titleSource})`;
};

/** A chat whose first message changed the page, with a generated title. */
async function titled(...rest: Parameters<typeof createSideHarness>[0]) {
  const h = await createSideHarness([ADD, says('Added.'), says('Eggs on the list'), ...rest], TITLES);
  await h.send('Add eggs');
  expect(await titleOf(h)).toBe('Eggs on the list (model)');
  return h;
}

describe('the generated title of a chat', () => {
  it('is generated again when the chat’s first message is edited', async () => {
    const h = await titled(says('I listed.'), says('Notes listed'));
    await reviseAt(h, 'user', 0, 'List the notes', 'keep');
    await h.sidesSettled();
    expect(await titleOf(h)).toBe('Notes listed (model)');
  });

  it('is the beginning of the edited message until the new title is generated', async () => {
    const held = heldBack([], says('I listed.'));
    const h = await titled(held.turn, says('Notes listed'));
    const revised = reviseAt(h, 'user', 0, 'List the notes', 'keep');
    await held.reached;
    expect(await titleOf(h)).toBe('List the notes (first-message)');
    held.release();
    await revised;
    await h.sidesSettled();
  });

  it('is removed when the first message is rolled back, and restored by a redo', async () => {
    const h = await titled(says('Hello.'), says('Greeting'));
    await rollBackTo(h, await checkpointAt(h, 0), REPLACE);
    expect(await titleOf(h)).toBe('Notes (first-message)');
    await rollBackTo(h, (await h.checkpoints()).at(-1), REPLACE);
    expect(await titleOf(h)).toBe('Eggs on the list (model)');
    await rollBackTo(h, await checkpointAt(h, 0), REPLACE);
    await h.send('Hello');
    expect(await titleOf(h)).toBe('Greeting (model)');
  });

  it('is kept when a later message is edited or a later answer is retried', async () => {
    const h = await titled(says('Fine.'), says('Good.'), says('Very good.'));
    await h.send('And?');
    await reviseAt(h, 'user', 1, 'And then?', 'keep');
    await reviseAt(h, 'assistant', -1, null, 'keep');
    await h.sidesSettled();
    expect(await titleOf(h)).toBe('Eggs on the list (model)');
  });

  it('doesn’t replace the user’s title when the first message is rolled back', async () => {
    const h = await titled();
    await h.deps.journal.setTitle(h.chatId, { title: 'Mine', titleSource: 'user' });
    await rollBackTo(h, await checkpointAt(h, 0), REPLACE);
    expect(await titleOf(h)).toBe('Mine (user)');
  });

  it('is not stored if its message was set aside during the request for the title', async () => {
    const held = heldBack([], says('Eggs on the list'));
    const h = await createSideHarness(
      [ADD, says('Added.'), held.turn, says('Hello.'), says('Greeting')],
      TITLES,
    );
    await h.loop.sendUserMessage(h.chatId, 'Add eggs');
    await held.reached;
    await h.settled();
    await rollBackTo(h, await checkpointAt(h, 0), REPLACE);
    held.release();
    await h.sidesSettled();
    expect(await titleOf(h)).toBe('Notes (first-message)');
    expect((await h.usage()).filter(({ kind }) => kind === 'title')).toHaveLength(1);
    await h.send('Hello');
    expect(await titleOf(h)).toBe('Greeting (model)');
  });
});
