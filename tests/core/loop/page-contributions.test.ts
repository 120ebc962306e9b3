import { expect, it } from 'vitest';
import type { AIRequest } from '@/src/core/llm/ai-service';
import { calls, createLoopHarness, says, userSends } from '../../fakes/loop-harness';
import { add, COUNT } from './made-calls';

/** True if a request's system prompt has the contribution for a locked page. */
const saysLocked = (request: AIRequest | undefined) =>
  JSON.stringify(request?.messages[0]).includes('The notes are locked.');

it('a contribution for certain page states is in the prompt from the user’s next message on, while the page is in such a state', async () => {
  const { h } = await userSends('First', [says('1'), calls(COUNT), says('2'), says('3')]);
  h.notes.editByHand(['milk', 'locked']);
  await h.send('Second');
  h.notes.editByHand(['milk']);
  await h.send('Third');
  expect(h.requests.map(saysLocked)).toEqual([false, true, true, false]);
});

it('a page change during a run doesn’t change the run’s prompt, so that each request begins with the previous one', async () => {
  const { h } = await userSends('Lock', [calls(add('locked')), says('Locked.'), says('Still.')]);
  await h.send('And now?');
  expect(h.requests.map(saysLocked)).toEqual([false, false, true]);
  const [first, second] = h.requests.map(({ messages }) => messages);
  expect(second?.slice(0, first?.length)).toEqual(first);
});

it('a contribution for certain page states can be replaced in the prompt’s settings', async () => {
  const prompt = { baseTemplate: null, overrides: { 'notes:lock': 'Hands off.' }, exclusions: [] };
  const h = await createLoopHarness([says('1')], { settings: { prompt } });
  h.notes.editByHand(['locked']);
  await h.send('First');
  expect(JSON.stringify(h.requests[0]?.messages[0])).toContain('Hands off.');
  expect(h.requests.map(saysLocked)).toEqual([false]);
});
