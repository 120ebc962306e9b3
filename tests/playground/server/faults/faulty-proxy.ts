import type { DemoReply } from '@/playground/demo-model/demo-reply';
import { startTestProxy, type TestProxy } from '../start-test-proxy';

/** Where nobody listens. */
export const NOWHERE = 'http://127.0.0.1:9/';

/** What chats are asked for where nothing else is said. */
export const ASK = { model: 'demo/assistant', messages: [{ role: 'user', content: 'Hello' }] };

const REPLY: DemoReply = {
  reasoning: '',
  content: 'one two three four five six seven eight nine ten',
  toolCalls: [],
};

/** A proxy with faults switched on. */
export function startFaultyProxy(redirectUrl = NOWHERE): Promise<TestProxy> {
  return startTestProxy({ models: 10, faults: { redirectUrl }, planReply: () => REPLY });
}

/** Asks for a streamed answer, with a fault in the request's header or without. */
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
