import { describe, expect, it } from 'vitest';
import { messageImage } from '../../fakes/an-image';
import { calls, createLoopHarness, fails, says, type Turn } from '../../fakes/loop-harness';
import { type Harness, lastSafety } from './take-responses';

const ADD: [string, unknown] = ['add_note', { text: 'eggs' }];
const ASK: [string, unknown] = [
  'ask_user',
  { question: 'Which one?', choices: ['a', 'b'], allow_other: false },
];

async function rollTo(h: Harness, checkpointId: string): Promise<string | null> {
  const { stateHash } = await h.rollback.preview(h.chatId, checkpointId);
  const done = await h.rollback.perform(h.chatId, checkpointId, stateHash, { strategy: 'replace' });
  return done.composerText;
}

/** Rolls the chat's first change back, then undoes that. */
async function redo(h: Harness): Promise<void> {
  const first = (await h.checkpoints()).find(({ reason }) => reason === 'before-changes');
  await rollTo(h, first?.id ?? '');
  await rollTo(h, (await lastSafety(h)).id);
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
    await redo(h);
    expect((await h.record()).run).toEqual(run);
  });

  it('opens the question again, with its choices only', async () => {
    const h = await createLoopHarness([calls(ADD), calls(ASK), says('I took a.')]);
    await h.send('Add eggs');
    await redo(h);
    await expect(h.loop.continueRun(h.chatId)).rejects.toMatchObject({ code: 'illegal-transition' });
    await expect(h.loop.sendUserMessage(h.chatId, 'c')).rejects.toMatchObject({ code: 'invalid-message' });
    const { run } = await h.send('a');
    expect(run?.status).toMatchObject({ outcome: 'completed' });
    const texts = h.requests
      .at(-1)
      ?.messages.map(({ content }) => JSON.stringify(content))
      .join();
    expect(texts).not.toContain('rolled the page and this conversation back');
  });
});

describe('the message that a rollback gives back', () => {
  const image = messageImage('image');
  const composer = async (h: Harness) => [
    (await h.db.composerTexts.get(h.chatId))?.text ?? '',
    (await h.db.composerTexts.get(h.chatId))?.imageIds ?? [],
  ];

  async function withImage(): Promise<{ h: Harness; id: string }> {
    const h = await createLoopHarness([calls(ADD), says('Done.')]);
    await h.loop.sendUserMessage(h.chatId, 'Add eggs', [image]);
    await h.settled();
    const [first] = await h.checkpoints();
    return { h, id: first?.id ?? '' };
  }

  it('is in the composer once the rollback is stored, and leaves it when that is undone', async () => {
    const { h, id } = await withImage();
    expect(await rollTo(h, id)).toBe('Add eggs');
    expect(await composer(h)).toEqual(['Add eggs', ['image']]);
    await rollTo(h, (await lastSafety(h)).id);
    expect(await composer(h)).toEqual(['', []]);
  });

  it('stays there if the user has edited it', async () => {
    const { h, id } = await withImage();
    await rollTo(h, id);
    await h.db.composerTexts.put({ chatId: h.chatId, text: 'Add eggs and milk', imageIds: ['image'] });
    await rollTo(h, (await lastSafety(h)).id);
    expect(await composer(h)).toEqual(['Add eggs and milk', ['image']]);
  });

  it('is set aside while the composer has another text', async () => {
    const { h, id } = await withImage();
    await h.db.composerTexts.put({ chatId: h.chatId, text: 'Typed', imageIds: [] });
    expect(await rollTo(h, id)).toBeNull();
    expect(await composer(h)).toEqual(['Typed', []]);
    expect((await h.record()).chat.setAside).toMatchObject({ text: 'Add eggs', images: [image] });
  });
});
