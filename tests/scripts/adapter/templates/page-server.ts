import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadJsdom } from '@/tests/world/document-in-memory';

/** An answer of a page's server: status, body, content type. */
export type ServerAnswer = readonly [status: number, body: string, type: string];

/** A server on a free port, with a document of its page in memory. */
export interface PageServer {
  document: Document;
  window: Window & typeof globalThis;
  /** The requests that it got. */
  requests: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[];
  close(): Promise<void>;
}

/** Starts a page's server. `answer`: by method and path. */
export async function startPageServer(
  answer: (method: string, path: string, body: string) => ServerAnswer,
): Promise<PageServer> {
  const requests: PageServer['requests'] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { method = '', url: path = '', headers } = request;
    requests.push({ method, path, headers, body });
    const [status, text, type] = answer(method, path, body);
    response.writeHead(status, {
      'content-type': type,
      ...(status > 300 && status < 400 && { location: text }),
    });
    response.end(text);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const { window } = new (loadJsdom().JSDOM)('<main></main>', { url: `http://127.0.0.1:${port}/page` });
  return {
    document: window.document,
    window: window as unknown as PageServer['window'],
    requests,
    async close() {
      window.close();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
