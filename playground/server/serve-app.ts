import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';

/** A running HTTP server. */
export interface RunningServer {
  /** Its base URL, without a trailing slash. */
  url: string;
  /**
   * Stops listening and closes open connections, including streams. Resolves when all are closed. May be called again.
   */
  close(): Promise<void>;
}

/** Thrown if the server cannot listen. The message is a sentence that says what the user can do. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
}

/** Serves an app over HTTP. Port 0 chooses a free port. Rejects with {@link ListenError}. */
export async function serveApp(
  app: Hono,
  { host, port }: { host: string; port: number },
): Promise<RunningServer> {
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false });
  if (!isHttpServer(server)) throw new TypeError('Expected a server that speaks HTTP/1.1.');
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new ListenError(sentenceFor(error, host, port), { cause: error })),
    );
    server.listen(port, host, resolve);
  });
  let closing: Promise<void> | null = null;
  return {
    url: urlOf(server),
    close: () => {
      closing ??= closeServer(server);
      return closing;
    },
  };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}

function isHttpServer(server: object): server is Server {
  return 'closeAllConnections' in server;
}

function urlOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The server has no port.');
  const host = WILDCARDS[address.address] ?? address.address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

/** Local addresses for wildcard addresses, to which clients cannot connect. */
const WILDCARDS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

function sentenceFor(error: Error, host: string, port: number): string {
  const code = 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is in use. Stop the program that uses it, or choose another with --port (0 takes a free one).`;
  }
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
    return `This machine has no address ${host}. Choose another with --host.`;
  }
  return `The playground can’t listen on ${host}, port ${port}: ${error.message}. Choose another with --port.`;
}
