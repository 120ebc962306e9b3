import { describe, expect, it } from 'vitest';
import {
  calls,
  createLoopHarness,
  heldBack,
  type LoopHarness,
  says,
  userSends,
} from '../../fakes/loop-harness';
import { ASK, COUNT } from './made-calls';

const CLOSED: [string, unknown] = [
  'ask_user',
  { question: 'Delete all?', choices: ['yes', 'no'], allow_other: false },
];

/** A call whose tool name has a prefix, as some models write it. */
const PREFIXED: [string, unknown] = ['functions.ask_user', CLOSED[1]];

/** The execution id of the newest question's call, by which the panel's answers refer to the question. */
async function newestQuestion(h: LoopHarness): Promise<string> {
  const { messages } = await h.deps.journal.load(h.chatId);
  const asked = messages.flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []));
  return asked.findLast(({ name }) => name.endsWith('ask_user'))?.executionId ?? 'none';
}

const answer = (h: LoopHarness, text: string, questionId: string) => h.write(text, undefined, questionId);

describe('an answer that names its question', () => {
  it.each([[ASK], [CLOSED], [PREFIXED]])(
    'continues the run that asked the question: %j',
    async (...[asked]) => {
      const { h } = await userSends('Ask me', [calls(asked), says('Done.')]);
      const questionId = await newestQuestion(h);
      expect(await answer(h, ' Yes ', questionId)).toMatchObject({ kind: 'run' });
      expect((await h.settled()).state).toBe('completed');
    },
  );

  it.each<[string, (h: LoopHarness) => Promise<unknown>]>([
    ['was answered in another panel while the run still works', (h) => h.write('no')],
    ['was closed by Stop', (h) => h.loop.stop(h.chatId)],
    ['was closed because the task ended', (h) => h.loop.requestStatus(h.chatId, { state: 'done' })],
    [
      'was followed by another question',
      async (h) => {
        await h.write('no');
        await h.settled();
      },
    ],
  ])('is refused and not stored as a message if the question %s', async (_, close) => {
    const held = heldBack(calls(ASK), []);
    const { h } = await userSends('Ask me', [calls(CLOSED), held.turn]);
    const questionId = await newestQuestion(h);
    if (_.includes('another question')) held.release();
    await close(h);
    const before = await h.record();
    await expect(answer(h, 'yes', questionId)).rejects.toMatchObject({
      code: 'question-closed',
      message: expect.stringContaining('"yes"'),
    });
    const { chat, messages, run } = await h.record();
    expect(messages).toEqual(before.messages);
    expect([chat.pendingMessage, chat.setAside ?? null]).toEqual([null, null]);
    expect(run?.id).toBe(before.run?.id);
    held.release();
    await h.settled();
  });

  it('is refused if the user began it before any question was open, but accepted without naming a question', async () => {
    const { h } = await userSends('Ask me', [calls(ASK), says('Done.')]);
    const begunBefore = h.write('Hide it', undefined, null);
    await expect(begunBefore).rejects.toMatchObject({ code: 'question-closed' });
    await expect(h.write('Hide it')).resolves.toMatchObject({ kind: 'run' });
    await h.settled();
  });

  it.each<[string, (h: LoopHarness) => Promise<unknown>]>([
    ['after the answer', async () => undefined],
    ['before the answer', (h) => h.loop.stop(h.chatId)],
  ])('starts no further run if Stop arrives at the same time, %s', async (_, first) => {
    const { h } = await userSends('Ask me', [calls(CLOSED), says('Deleted.')]);
    const questionId = await newestQuestion(h);
    const stopped = first(h);
    const answered = answer(h, 'yes', questionId).catch((error) => error.code);
    await Promise.all([stopped, answered, h.loop.stop(h.chatId)]);
    const { conversation, state } = await h.settled();
    expect(state).toBe('stopped');
    expect(new Set(conversation.map(({ runId }) => runId)).size).toBe(1);
  });
});

it.each([[ASK], [CLOSED], [PREFIXED]])(
  'an answer is sent alone, and a message queued before the question is sent after the next response: %j',
  async (...[asked]) => {
    const held = heldBack([], calls(asked));
    const h = await createLoopHarness([held.turn, calls(COUNT), says('Done.')]);
    await h.write('Ask me');
    await held.reached;
    await h.write('Delete the others, too');
    held.release();
    await h.settled();
    await answer(h, 'no', await newestQuestion(h));
    await h.settled();
    const last = h.requests.slice(1).map(({ messages }) => messages.at(-1)?.content);
    expect(last).toEqual(['no', 'Delete the others, too']);
  },
);
