import { expect, onTestFinished } from 'vitest';
import { servePageProtocol } from '@/playground/page/protocol/serve-page-protocol';
import type { TestPage } from '../start-page';

type Served = Pick<TestPage, 'store' | 'controller'>;

/** Makes a page serve the protocol until the test ends. Returns it with a client as simple as the document describes it. */
export function connectTo<Page extends Served>(page: Page) {
  const lifetime = new AbortController();
  onTestFinished(() => lifetime.abort());
  const { signal } = lifetime;
  const received = { response: [] as unknown[], notice: [] as unknown[] };
  for (const kind of ['response', 'notice'] as const) {
    const onMessage = (event: Event) => received[kind].push(JSON.parse((event as CustomEvent).detail));
    document.addEventListener(`steward:${kind}`, onMessage, { signal });
  }
  const { store, controller } = page;
  servePageProtocol({ document, store, controller, title: 'Model filter', signal });
  let count = 0;
  const client = {
    ...page,
    received,
    stop: () => lifetime.abort(),
    send: (detail: unknown) => document.dispatchEvent(new CustomEvent('steward:request', { detail })),
    /** Sends a request, and resolves with the body of its response. */
    ask(type: string, body: unknown = {}, version = 1): Promise<unknown> {
      count += 1;
      const requestId = `r${count}`;
      const answer = new Promise((resolve) => {
        const onResponse = ({ detail }: CustomEventInit) => {
          const response = JSON.parse(detail);
          if (response.requestId === requestId) resolve(response.body);
        };
        document.addEventListener('steward:response', onResponse as EventListener, { signal });
      });
      client.send(JSON.stringify({ protocol: 'steward-page', version, requestId, type, body }));
      return answer;
    },
    act: (name: string, args: object = {}, ifRevision: number | null = null) =>
      client.ask('action', { name, args, ifRevision }),
    revision: () => store.getState().revision,
  };
  return client;
}

/** A failed answer with this code, whose message contains these words. */
export function failure(code: string, words = '') {
  return { ok: false, error: { code, message: expect.stringContaining(words) } };
}
