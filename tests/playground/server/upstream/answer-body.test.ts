import { once } from 'node:events';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { answerBody } from '@/playground/server/upstream/answer-body';
import { startTestUpstream } from './start-test-upstream';

/** Both ends of an answer in transit. */
async function startAnswer(): Promise<{ incoming: IncomingMessage; response: ServerResponse }> {
  let response: ServerResponse | null = null;
  const upstream = await startTestUpstream((outgoing) => {
    response = outgoing;
    outgoing.write('first');
  });
  const [incoming] = await once(get(`${upstream.baseUrl}/any`, { agent: false }), 'response');
  if (response === null) throw new Error('The upstream was not asked.');
  return { incoming, response };
}

it('closes the connection when it is cancelled', async () => {
  const { incoming, response } = await startAnswer();
  const closed = once(response, 'close');
  await answerBody(incoming, null).cancel();
  await closed;
  expect(response.writableFinished).toBe(false);
});

it('fails if the other side closes the connection early, after the received data', async () => {
  const { incoming, response } = await startAnswer();
  const reader = answerBody(incoming, null).getReader();
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('first');
  response.destroy();
  await expect(reader.read()).rejects.toThrow();
});

it('ends with the answer', async () => {
  const { incoming, response } = await startAnswer();
  const reader = answerBody(incoming, null).getReader();
  await reader.read();
  response.end();
  expect(await reader.read()).toEqual({ done: true, value: undefined });
});
