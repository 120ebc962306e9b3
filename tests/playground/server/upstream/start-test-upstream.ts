import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A request as the upstream received it. */
interface UpstreamCall {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * Starts a real endpoint on a free port that answers `GET /v1/models` with these ids, and other requests by `answer`. It is
 * closed at the end of the test. `baseUrl` ends with `/v1`; `calls` has the oldest first.
 */
export async function startTestUpstream(
  answer: (response: ServerResponse, call: UpstreamCall) => void,
  ids: readonly string[] = ['gpt-9'],
) {
  const calls: UpstreamCall[] = [];
  const server = createServer(async (request, response) => {
    const { method, url: path, headers } = request;
    const call = { method, path, headers, body: await text(request) };
    calls.push(call);
    if (path !== '/v1/models' || ids.length === 0) return answer(response, call);
    const data = ids.map((id) => ({ id, object: 'model', created: 1_700_000_000, owned_by: 'vendor' }));
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ object: 'list', data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  return { baseUrl: `http://127.0.0.1:${port}/v1`, calls, close };
}
