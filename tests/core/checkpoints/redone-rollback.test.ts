import { describe, expect, it } from 'vitest';
import { messageImage } from '../../fakes/an-image';
import { calls, createLoopHarness, fails, says, type Turn } from '../../fakes/loop-harness';
import { type Harness, redo, rollBack } from './take-responses';

const ADD: [string, unknown] = ['add_note', { text: 'eggs' }];
const ASK: [string, unknown] = [
  'ask_user',
  { question: 'Which one?', choices: ['a', 'b'], allow_other: false },
];

/** Rolls the chat's first change back, then undoes that. */
async function rollBackAndRedo(h: Harness): Promise<void> {
  await rollBack(h, 0);
  await redo(h);
}

describe('an undone rollback', () => {
  it.each<[string, Turn[]]>([
    ['waited for the answer to a question', [calls(ADD), calls(ASK)]],
    ['failed', [calls(ADD), fails('auth')]],
    ['was completed', [calls(ADD), says('Done.')]],
    [
      'had an answer that was cut off',
      [calls(ADD), says('Do').with(-1, { type: 'finish', reason: 'length' })],
    ],
  ])('restores the run as it was if it %s', async (_, script) => {
    const h = await createLoopHarness(script);
    const { run } = await h.send('Add eggs');
    await rollBackAndRedo(h);
    expect((await h.record()).run).toEqual(run);
  });

  it('opens the question again, with its choices only', async () => {
    const h = await createLoopHarness([calls(ADD), calls(ASK), says('I took a.')]);
    await h.send('Add eggs');
    await rollBackAndRedo(h);
    await expect(h.loop.continueRun(h.chatId)).rejects.toMatchObject({ code: 'illegal-transition' });
    await expect(h.loop.sendUserMessage(h.chatId, 'c')).rejects.toMatchObject({ code: 'invalid-message' });
    const { run } = await h.send('a');
    expect(run?.status).toMatchObject({ outcome: 'completed' });
    const texts = h.requests
      .at(-1)
      ?.messages.map(({ content }) => JSON.stringify(content))
      .join();
    expect(texts).not.toContain('took this conversation back');
  });
});

it('a redo says how many messages it brings back, and a rollback of the redo only what it sets aside', async () => {
  const h = await createLoopHarness([calls(ADD), says('Done.')]);
  await h.send('Add eggs');
  await rollBack(h, 0);
  expect((await redo(h)).preview).toMatchObject({ isRedo: true, messagesBroughtBack: 3 });
  const rows = async () =>
    (await h.record()).conversation.flatMap((message) => (message.role === 'rollback' ? [message] : []));
  expect((await rows()).at(-1)).toMatchObject({ description: 'what was rolled back', broughtBack: 3 });
  expect((await redo(h)).preview).toMatchObject({ isRedo: false, messagesSetAside: 3 });
  const last = (await rows()).at(-1);
  expect(last).toMatchObject({ description: 'Before rollback', discardedMessages: 3 });
  expect(last).not.toHaveProperty('broughtBack');
});

describe('the message that a rollback gives back', () => {
  const image = messageImage('image');
  const composer = async (h: Harness) => [
    (await h.db.composerTexts.get(h.chatId))?.text ?? '',
    (await h.db.composerTexts.get(h.chatId))?.imageIds ?? [],
  ];

  async function withImage(): Promise<Harness> {
    const h = await createLoopHarness([calls(ADD), says('Done.')]);
    await h.loop.sendUserMessage(h.chatId, 'Add eggs', [image]);
    await h.settled();
    return h;
  }

  it('is in the composer once the rollback is stored, and leaves it when that is undone', async () => {
    const h = await withImage();
    expect((await rollBack(h, 0)).composerText).toBe('Add eggs');
    expect(await composer(h)).toEqual(['Add eggs', ['image']]);
    await redo(h);
    expect(await composer(h)).toEqual(['', []]);
  });

  it('stays there if the user has edited it', async () => {
    const h = await withImage();
    await rollBack(h, 0);
    await h.db.composerTexts.put({ chatId: h.chatId, text: 'Add eggs and milk', imageIds: ['image'] });
    await redo(h);
    expect(await composer(h)).toEqual(['Add eggs and milk', ['image']]);
  });

  it('is set aside while the composer has another text', async () => {
    const h = await withImage();
    await h.db.composerTexts.put({ chatId: h.chatId, text: 'Typed', imageIds: [] });
    expect((await rollBack(h, 0)).composerText).toBeNull();
    expect(await composer(h)).toEqual(['Typed', []]);
    expect((await h.record()).chat.setAside).toMatchObject({ text: 'Add eggs', images: [image] });
  });
});
