import { describe, expect, it } from 'vitest';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import { calls, createLoopHarness, says, userSends } from '../../fakes/loop-harness';
import { diesAt } from './interruptions';
import { add, COUNT } from './made-calls';
import { REPLACE, rollBackTo } from './revise';
import { runState } from './run-state';

const GO_ON = 'Your answer was cut off at its length limit. Go on exactly where it stopped.';
const cut = (text: string): AIStreamChunk[] => [
  { type: 'content', text },
  { type: 'finish', reason: 'length' },
];

describe('a response that ended at its length limit', () => {
  it('is stored, and the run waits for Continue, with which the reason is sent to the model', async () => {
    const h = await createLoopHarness([cut('Once upon'), says(' a time.')]);
    const waiting = await h.send('Tell');
    expect(runState(waiting)).toBe('user (cut-off)');
    expect(waiting.conversation.at(-1)).toMatchObject({ content: 'Once upon', finishReason: 'length' });
    expect(h.requests).toHaveLength(1);
    const { run } = await h.control('continueRun');
    expect(h.requests[1]?.messages.slice(-2)).toEqual([
      { role: 'assistant', content: 'Once upon' },
      { role: 'user', content: `[event from steward] ${GO_ON}` },
    ]);
    expect(run).toMatchObject({ status: { outcome: 'completed' }, round: 1, attempt: 2 });
    expect(await h.roles()).toEqual(['user', 'assistant', 'system', 'assistant']);
  });

  it('is completed before a queued message is sent', async () => {
    const h = await createLoopHarness([
      async function* () {
        await h.write('Which is best?');
        yield* cut('Once upon');
      },
      says(' a time.'),
      says('The first.'),
    ]);
    await h.send('Tell');
    await h.control('continueRun');
    const sent = h.requests.slice(1).map(({ messages }) => messages.at(-1)?.content);
    expect(sent).toEqual([`[event from steward] ${GO_ON}`, expect.stringContaining('Which is best?')]);
  });

  it('sends the reason once, even if the worker stopped between storing it and the next step', async () => {
    const { h } = await userSends('Tell', [cut('Once upon'), says(' a time.')]);
    const died = diesAt(h, 'updateRun', 'before');
    void h.loop.continueRun(h.chatId);
    await died;
    await h.restart().continueRun(h.chatId);
    await h.settled();
    expect(await h.roles()).toEqual(['user', 'assistant', 'system', 'assistant']);
  });

  it('is not sent back if it holds only reasoning, which the event to the model states', async () => {
    const onlyThought: AIStreamChunk[] = [
      { type: 'reasoning', text: 'Hm.' },
      { type: 'finish', reason: 'length' },
    ];
    const { h } = await userSends('Tell', [onlyThought, says('Once upon a time.')]);
    await h.control('continueRun');
    const sent = h.requests[1]?.messages ?? [];
    expect(sent.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(sent[1]?.content).toMatch(
      /\[event from steward\] Your answer reached its length limit before it had any text\. Answer again, with less reasoning\.$/,
    );
  });

  it('continues at Continue also after an undo, whose row comes last', async () => {
    const { h } = await userSends('Add eggs', [calls(add('eggs')), cut('I added'), says(' eggs.')]);
    const [checkpoint] = await h.checkpoints();
    await h.rollback.undo(h.chatId, checkpoint?.id ?? '', h.notes.hash());
    expect((await h.roles()).at(-1)).toBe('rollback');
    expect((await h.control('continueRun')).state).toBe('completed');
    const [answer, told] = h.requests.at(-1)?.messages.slice(-2) ?? [];
    expect(answer).toEqual({ role: 'assistant', content: 'I added' });
    expect(told?.content?.startsWith(`[event from steward] ${GO_ON}\n\n[event from page] `)).toBe(true);
    expect(told?.content).toContain('note_removed {"note":"eggs"}');
  });

  it('stays unchanged when the user sends a message instead', async () => {
    const h = await createLoopHarness([cut('Once upon'), says('Hello.')]);
    const first = await h.send('Tell');
    const { run } = await h.send('Hi');
    expect(run?.id).not.toBe(first.run?.id);
    expect(await h.roles()).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect((await h.db.runs.get(first.run?.id ?? ''))?.status).toMatchObject({ outcome: 'stopped' });
  });
});

it.each([
  ['in the middle of its arguments', '{"text": "eg'],
  ['before its arguments', ''],
  ['after possibly complete arguments', '{"text": "eggs"}'],
])('of an answer that was cut %s, the last call is not run, those before it are', async (_where, cut) => {
  const { h, state } = await userSends('Go', [
    [...calls(COUNT, ['add_note', cut]).slice(0, -1), { type: 'finish', reason: 'length' }],
    says('Once more.'),
  ]);
  expect((await h.results()).map((result) => result.split(':', 1)[0])).toEqual(['ok', 'cut_off']);
  expect(h.notes.page.notes).toEqual(['milk']);
  expect(state).toBe('completed');
});

describe('Continue', () => {
  it('after the round limit sends the model no event', async () => {
    const { h, run, state } = await userSends('Count', [calls(COUNT), says('1')], {
      settings: { roundsPerRun: 1 },
    });
    expect(state).toBe('user (round-limit)');
    expect(run?.round).toBe(1);
    expect((await h.control('continueRun')).run).toMatchObject({
      round: 1,
      status: { outcome: 'completed' },
    });
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'assistant']);
  });

  it('after a rollback into the middle of a run sends the page as it is now', async () => {
    const { h, run } = await userSends('Add two', [
      calls(add('eggs')),
      calls(add('tea')),
      says('Added both.'),
      says('Going on.'),
    ]);
    const [, second] = await h.checkpoints();
    await rollBackTo(h, second, REPLACE);
    expect((await h.record()).state).toBe('user (rolled-back)');
    const after = await h.control('continueRun');
    expect(after.run?.id).toBe(run?.id);
    expect(after.run?.nonce).not.toBe(run?.nonce);
    const sent = h.requests.at(-1)?.messages ?? [];
    expect(sent.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'user']);
    expect(sent[4]?.content).toContain(
      `<page-state id="${after.run?.nonce}">\nwindow_type: notes\nnotes: ["milk","eggs"]\n</page-state`,
    );
  });
});
