import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { serve } from './serve';

/** Status and JSON of an answer. */
export interface RouteAnswer {
  status: number;
  body: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** A request to a double of a server. */
interface IncomingRequest {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  /** Its JSON; null if it has none. */
  body: unknown;
}

/** An answer, a page, another address, a cut connection, or silence. */
type Reply =
  | RouteAnswer
  | { html: string; headers?: Readonly<Record<string, string>> }
  | { location: string }
  | 'cut'
  | 'stall';

/** Serves a double of a server, open to pages of all origins. `headers`: those of each JSON answer. */
export function serveDouble(
  headers: Readonly<Record<string, string>>,
  replyTo: (request: IncomingRequest) => Promise<Reply>,
): Promise<{ origin: string; close(): Promise<void> }> {
  return serve(async (incoming, response) => {
    const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host}`);
    const { method = '' } = incoming;
    if (method === 'OPTIONS') return send(response, headers, { status: 204, body: null });
    const reply = await replyTo({ method, url, headers: incoming.headers, body: await bodyOf(incoming) });
    if (reply === 'stall') return;
    if (reply === 'cut') incoming.socket.destroy();
    else if ('html' in reply) {
      response
        .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...reply.headers })
        .end(reply.html);
    } else if ('location' in reply) response.writeHead(307, { Location: reply.location }).end();
    else send(response, headers, reply);
  });
}

async function bodyOf(incoming: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString('utf8');
  return text === '' ? null : JSON.parse(text);
}

function send(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  { status, body, headers: own }: RouteAnswer,
): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Headers': '*',
    'Access-Control-Allow-Methods': '*',
    ...headers,
    ...own,
  });
  response.end(status === 204 ? undefined : JSON.stringify(body));
}
