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
  return startTestProxy({ models: 10, faults: { redirectUrl }, composeReply: () => REPLY });
}

/** Sets a fault for all requests. */
export function setFault(
  { url }: TestProxy,
  fault: string | null,
  times: number | null = null,
): Promise<Response> {
  return fetch(`${url}/v1/admin/faults`, { method: 'PUT', body: JSON.stringify({ fault, times }) });
}

/** Requests a streamed answer, with a fault for this request or without. */
export async function askForFault(
  proxy: TestProxy,
  fault: string | null,
  body: object = {},
  init: RequestInit = {},
): Promise<Response> {
  if (fault !== null) await setFault(proxy, fault, 1);
  return fetch(`${proxy.url}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ ...ASK, stream: true, ...body }),
    ...init,
  });
}
