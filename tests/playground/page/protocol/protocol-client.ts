import type { RuleSets } from '@/playground/filter/rule-sets';
import { servePageProtocol } from '@/playground/page/protocol/serve-page-protocol';
import { createTestPage, startTestPage, type TestPage } from '../start-page';

/** A page and a client of its protocol. */
export type ProtocolClient = TestPage & ProtocolParts;

/** A client of the protocol, as simple as the document describes it. */
export interface ProtocolParts {
  /** Sends a request and resolves with the body of its response. */
  ask(type: string, body: unknown, version?: number): Promise<unknown>;
  /** Sends an arbitrary detail. */
  sendRaw(detail: unknown): void;
  /** All responses and notices so far, parsed. */
  responses: unknown[];
  notices: unknown[];
  /** Stops the page's side. */
  stop(): void;
}

/** A page that shows openai and serves the protocol. */
export async function connectToPage(saved: RuleSets = {}): Promise<ProtocolClient> {
  return connect(await startTestPage(saved));
}

/** A page that serves the protocol but has not started. */
export function connectToUnstartedPage(): ProtocolClient {
  return connect(createTestPage());
}

/** Makes a page serve the protocol. */
export function connect<Page extends Pick<TestPage, 'store' | 'controller'>>(
  page: Page,
): Page & ProtocolParts {
  const lifetime = new AbortController();
  const { signal } = lifetime;
  const responses: unknown[] = [];
  const notices: unknown[] = [];
  document.addEventListener('steward:response', (event) => responses.push(detailOf(event)), { signal });
  document.addEventListener('steward:notice', (event) => notices.push(detailOf(event)), { signal });
  servePageProtocol({
    document,
    store: page.store,
    controller: page.controller,
    title: 'Model filter',
    signal,
  });

  const sendRaw = (detail: unknown): void => {
    document.dispatchEvent(new CustomEvent('steward:request', { detail }));
  };
  let count = 0;
  return {
    ...page,
    responses,
    notices,
    sendRaw,
    stop: () => lifetime.abort(),
    ask(type, body, version = 1) {
      count += 1;
      const requestId = `r${count}`;
      const answer = new Promise<unknown>((resolve) => {
        const onResponse = (event: Event): void => {
          const { body: answered, ...envelope } = detailOf(event) as { requestId: string; body: unknown };
          if (envelope.requestId !== requestId) return;
          document.removeEventListener('steward:response', onResponse);
          resolve(answered);
        };
        document.addEventListener('steward:response', onResponse, { signal });
      });
      sendRaw(JSON.stringify({ protocol: 'steward-page', version, requestId, type, body }));
      return answer;
    },
  };
}

function detailOf(event: Event): unknown {
  return JSON.parse((event as CustomEvent<string>).detail);
}
