import { expect, it } from 'vitest';
import type { AIRequest } from '@/src/core/llm/ai-service';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';
import { add, COUNT } from './made-calls';

/** The presence in a request's system prompt of the contribution for a locked page, and of the one that it removes. */
function contributionsIn(request: AIRequest | undefined) {
  const prompt = JSON.stringify(request?.messages[0]);
  return { lock: prompt.includes('The notes are locked.'), domain: prompt.includes('keeps short notes') };
}

const PLAIN = { lock: false, domain: true };
const LOCKED = { lock: true, domain: false };

it('contributions for the page’s state hold from the next user message on, and as long as the page is so', async () => {
  const h = await createLoopHarness([says('1'), calls(COUNT), says('2'), says('3')]);
  await h.send('First');
  h.notes.editByHand(['milk', 'locked']);
  await h.send('Second');
  h.notes.editByHand(['milk']);
  await h.send('Third');
  expect(h.requests.map(contributionsIn)).toEqual([PLAIN, LOCKED, LOCKED, PLAIN]);
  const [, second, third] = h.requests.map(({ messages }) => messages);
  expect(third?.slice(0, second?.length)).toEqual(second);
});

it('contributions that a change within the run brings come with the report of the change', async () => {
  const h = await createLoopHarness([calls(add('locked')), says('Locked.')]);
  await h.send('Lock');
  expect(h.requests.map(contributionsIn)).toEqual([PLAIN, LOCKED]);
  expect(JSON.stringify(h.requests[1]?.messages.at(-1))).toContain('[PAGE UPDATED]');
});

it('contributions for the page’s state can be left out and replaced like any other', async () => {
  const prompt = { baseTemplate: null, overrides: { 'notes:lock': 'Hands off.' }, exclusions: [] };
  const h = await createLoopHarness([says('1')], { settings: { prompt } });
  h.notes.editByHand(['locked']);
  await h.send('First');
  expect(JSON.stringify(h.requests[0]?.messages[0])).toContain('Hands off.');
  expect(contributionsIn(h.requests[0])).toEqual({ lock: false, domain: false });
});
