import { expect, it } from 'vitest';
import { sleep } from '@/src/background/clock';
import { createOpenAIService } from '@/src/background/endpoint/openai-service';
import { createRequestQueue, MAX_REQUESTS_IN_FLIGHT } from '@/src/core/llm/request-queue';
import { throttled } from '@/src/core/llm/throttled-service';
import { answerWith, DONE, delta, PATIENT, REQUEST, start } from '../../fakes/streamed-response';

const clock = { now: () => Date.now() };

it('ten chats never have more than two requests open at an endpoint, and all get their answers', async () => {
  let open = 0;
  let most = 0;
  const { raw, endpoint } = await start(async (reply) => {
    open += 1;
    most = Math.max(most, open);
    await reply.write(delta({ content: 'Hel' }));
    await new Promise((resolve) => setTimeout(resolve, 20 + 7 * (raw.requests.length % 3)));
    // With its last event the answer is over, even if the server learns of the closed connection later.
    open -= 1;
    await answerWith(reply, delta({ content: 'lo.' }, 'stop') + DONE);
  });
  const service = throttled(createOpenAIService(PATIENT), createRequestQueue({ clock, timer: { sleep } }));

  async function chat(): Promise<string> {
    let text = '';
    const { signal } = new AbortController();
    for await (const chunk of service.stream(endpoint, REQUEST, signal)) {
      if (chunk.type === 'content') text += chunk.text;
    }
    return text;
  }

  const answers = await Promise.all(Array.from({ length: 10 }, chat));
  expect(answers).toEqual(Array.from({ length: 10 }, () => 'Hello.'));
  expect(raw.requests).toHaveLength(10);
  expect(most).toBe(MAX_REQUESTS_IN_FLIGHT);
});
