import { describe, expect, it, vi } from 'vitest';
import { createRequestQueue } from '@/src/core/llm/request-queue';
import { throttled } from '@/src/core/llm/throttled-service';
import { messageImage } from '../../fakes/an-image';
import { calls, createLoopHarness, fails, says, userSends } from '../../fakes/loop-harness';
import { duringRequest } from './held-request';
import { add, COUNT } from './made-calls';
import { messageAt, revise } from './revise';

describe('a run', () => {
  it('pairs results with calls when the model gives every call the same id', async () => {
    const { h } = await userSends('Go', [calls(add('eggs'), ['find_note', { text: 'milk' }]), says('Done.')]);
    const sent = h.requests[1]?.messages ?? [];
    const made = sent.flatMap((message) =>
      message.role === 'assistant' ? (message.tool_calls ?? []).map((call) => call.id) : [],
    );
    const answered = sent.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : []));
    expect(new Set(made).size).toBe(2);
    expect(answered).toEqual(made);
  });

  it('never lets two writes overlap', async () => {
    const h = await createLoopHarness([
      calls(add('a'), add('b'), ['remove_note', { text: 'a' }]),
      says('Done.'),
    ]);
    h.notes.hooks.beforeExecute = () => new Promise((resolve) => setTimeout(resolve, 2));
    await h.send('Go');
    expect(h.notes.writesOverlapped()).toBe(false);
    expect(h.notes.page.notes).toEqual(['milk', 'b']);
  });
});

it('stores how long the page took for a call', async () => {
  const h = await createLoopHarness([calls(COUNT), says('Done.')]);
  h.notes.hooks.beforeExecute = async () => h.clock.pass(250);
  await h.send('Count');
  const result = h.events.find((event) => event.type === 'tool-result-processed');
  // The test clock advances by one at each reading.
  expect(result?.durationMs).toBe(251);
});

describe('an error', () => {
  it('leaves no call without a result when the next message is sent instead of a retry', async () => {
    const h = await createLoopHarness([calls(add('eggs')), says('Hello.')]);
    const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    h.notes.hooks.beforeExecute = async () => {
      h.notes.close();
      throw new Error('the tab crashed');
    };
    await h.send('Add eggs');
    h.notes.reopen();
    await h.send('Hello');
    const sent = h.requests[1]?.messages ?? [];
    expect(sent.filter((message) => message.role === 'tool')).toHaveLength(1);
    expect(JSON.stringify(sent)).toContain('not_applied');
    expect(reported).toHaveBeenCalled();
  });
});

const image = messageImage('a');

it('a message with images starts a run, and is sent with them', async () => {
  const h = await createLoopHarness([says('A dialog.')]);
  await h.write('What is it?', [image]);
  const { conversation } = await h.settled();
  expect(conversation[0]).toMatchObject({ role: 'user', content: 'What is it?', images: [image] });
  expect(h.requests[0]?.messages.at(-1)).toMatchObject({ role: 'user', images: [image] });
  // The tokens of an image are too uncertain to be compared with what the endpoint reports.
  expect((await h.db.usage.toArray())[0]).not.toHaveProperty('sentTokens');
});

it('a message with images that waits in the queue joins the run with them', async () => {
  const { h, release } = await duringRequest(says('First.'), says('Second.'));
  await h.write('And this?', [image]);
  expect((await h.record()).chat.pendingMessage).toMatchObject({ text: 'And this?', images: [image] });
  release();
  const { conversation } = await h.settled();
  expect(conversation.find(({ role, position }) => role === 'user' && position > 0)).toMatchObject({
    content: 'And this?',
    images: [image],
  });
  expect(h.requests[1]?.messages.at(-1)).toMatchObject({ role: 'user', images: [image] });
});

it('an edited message keeps its images', async () => {
  const h = await createLoopHarness([says('One.'), says('Two.')]);
  await h.write('What is it?', [image]);
  await h.settled();
  const { id } = await messageAt(h, 'user', 0);
  const { record } = await revise(h, id, 'What is in it?', 'keep');
  expect(record.conversation.find(({ role }) => role === 'user')).toMatchObject({
    content: 'What is in it?',
    images: [image],
    editOf: id,
  });
});

it('a message without images has no field for them', async () => {
  const { conversation } = await userSends('Are you there?', [says('Yes.')]);
  expect(conversation[0]).not.toHaveProperty('images');
});

const ENDPOINT = { baseUrl: 'http://model.test', key: null, headers: {} };

/** A chat whose endpoint already has the largest allowed number of concurrent requests. */
async function createBusy() {
  const h = await createLoopHarness([says('Hello.')]);
  const queue = createRequestQueue({ clock: h.clock, timer: h.time });
  const others = [queue.join(ENDPOINT.baseUrl, 'other', 'm'), queue.join(ENDPOINT.baseUrl, 'other', 'm')];
  h.deps.ai = throttled(h.deps.ai, queue);
  await h.write('Hi');
  await expect.poll(() => h.events.some(({ type }) => type === 'request-queued')).toBe(true);
  return { h, others };
}

it('a request that the endpoint asked to delay is sent at once if the user chooses Try now', async () => {
  const h = await createLoopHarness([fails('rate-limit', 'HTTP 429: slow down', 60_000), says('Hello.')]);
  h.deps.ai = throttled(h.deps.ai, createRequestQueue({ clock: h.clock, timer: h.time }));
  await h.write('Hi');
  await expect.poll(() => h.events.some(({ type }) => type === 'retry-scheduled')).toBe(true);
  expect(h.requests).toHaveLength(1);
  await h.loop.requestStatus(h.chatId, { state: 'processing' });
  await expect.poll(() => h.requests.length).toBe(2);
  const { run, conversation } = await h.settled();
  expect(run?.status).toMatchObject({ outcome: 'completed' });
  expect(conversation.at(-1)).toMatchObject({ role: 'assistant', content: 'Hello.' });
});

describe('a request that waits for other chats', () => {
  it('says so, is sent when one of them has its answer, and is no failed attempt', async () => {
    const { h, others } = await createBusy();
    expect(h.requests).toEqual([]);
    others[0]?.leave();
    const { conversation, state } = await h.settled();
    expect(state).toBe('completed');
    expect(conversation.at(-1)).toMatchObject({ role: 'assistant', content: 'Hello.' });
    const told = h.events.flatMap((event) =>
      event.type === 'request-queued' || event.type === 'request-sent' ? [event] : [],
    );
    const { messageId } = told[0] ?? { messageId: '' };
    expect(told).toEqual([
      { type: 'request-queued', messageId, wait: { reason: 'in-flight', untilMs: null } },
      { type: 'request-sent', messageId },
    ]);
    expect(h.events.some(({ type }) => type === 'retry-scheduled')).toBe(false);
  });

  it('can be stopped, and has used no tokens then', async () => {
    const { h } = await createBusy();
    const { state } = await h.control('stop');
    expect(state).toBe('stopped');
    expect(h.requests).toEqual([]);
    expect(await h.db.usage.toArray()).toEqual([]);
    expect(await h.roles()).toEqual(['user']);
  });
});
