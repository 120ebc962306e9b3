import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page on its own server. */
export interface ServedPage {
  readonly url: string;
  close(): Promise<void>;
}

/** Answers every request with this page, on a free port of loopback. */
export async function serveHtml(html: string): Promise<ServedPage> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    response.end(html);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
