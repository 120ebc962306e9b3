import type { DemoReply } from '@/playground/demo-model/demo-reply';
import { startTestProxy, type TestProxy } from '../start-test-proxy';

/** A URL at which nothing listens. */
export const NOWHERE = 'http://127.0.0.1:9/';

/** The default chat request. */
export const ASK = { model: 'demo/assistant', messages: [{ role: 'user', content: 'Hello' }] };

const REPLY: DemoReply = {
  reasoning: '',
  content: 'one two three four five six seven eight nine ten',
  toolCalls: [],
};

/** A proxy with fault injection. */
export function startFaultyProxy(redirectUrl = NOWHERE): Promise<TestProxy> {
  return startTestProxy({ models: 10, faults: { redirectUrl }, planReply: () => REPLY });
}

/** Requests a streamed answer, with or without a fault in the request's header. */
export function askForFault(
  proxy: TestProxy,
  fault: string | null,
  body: object = {},
  init: RequestInit = {},
): Promise<Response> {
  return fetch(`${proxy.url}/v1/chat/completions`, {
    method: 'POST',
    headers: fault === null ? {} : { 'x-steward-fault': fault },
    body: JSON.stringify({ ...ASK, stream: true, ...body }),
    ...init,
  });
}
