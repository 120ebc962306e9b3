import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

/** A request as the upstream received it. */
export interface UpstreamCall {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A real endpoint on a free port. It is closed at the end of the test. */
export interface TestUpstream {
  /** Ends with `/v1`. */
  baseUrl: string;
  /** Oldest first. */
  calls: UpstreamCall[];
  close(): Promise<void>;
}

/** Starts an upstream that answers `GET /v1/models` with these ids, and other requests by `answer`. */
export async function startTestUpstream(
  answer: (response: ServerResponse, call: UpstreamCall) => void,
  ids: readonly string[] = ['gpt-9', 'vendor/preview-1'],
): Promise<TestUpstream> {
  const calls: UpstreamCall[] = [];
  const handle: RequestListener = async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method = '', url: path = '', headers } = request;
    const call = { method, path, headers, body: Buffer.concat(parts).toString('utf8') };
    calls.push(call);
    if (path === '/v1/models' && ids.length > 0) {
      const data = ids.map((id) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'vendor' }));
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ object: 'list', data }));
    } else answer(response, call);
  };
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  const close = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  onTestFinished(close);
  return { baseUrl: `http://127.0.0.1:${address.port}/v1`, calls, close };
}
