import { CHAT, HELLO, startTestProxy, type TestProxy } from '../start-test-proxy';

/** A proxy with fault injection. By default, nothing listens at the target of its redirect. */
export function startFaultyProxy(redirectUrl = 'http://127.0.0.1:9/'): Promise<TestProxy> {
  const reply = { ...HELLO, content: 'one two three four five six seven eight nine ten' };
  return startTestProxy({ models: 10, faults: { redirectUrl }, composeReply: () => reply });
}

/** Sets a fault for this number of chats; for all by default. */
export function setFault({ call }: TestProxy, fault: string | null, times: number | null = null) {
  return call('PUT', '/v1/admin/faults', { fault, times });
}

/** Requests a streamed answer, with a fault for this request or without. */
export async function ask(
  proxy: TestProxy,
  fault: string | null,
  body: object = {},
  init: RequestInit = {},
): Promise<Response> {
  if (fault !== null) await setFault(proxy, fault, 1);
  const messages = [{ role: 'user', content: 'Hello' }];
  return proxy.send('POST', CHAT, { model: 'demo/assistant', messages, stream: true, ...body }, init);
}
