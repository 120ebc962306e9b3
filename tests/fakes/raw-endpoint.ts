import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { isConnectionTrial } from './connection-trial';
import { serve } from './serve';
import { requestedTitle } from './title-request';

/** A request as received by the endpoint. */
export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Resolves once the response has ended or its connection was closed, by either side. */
  closed: Promise<void>;
}

/** A script's controls over one response. */
export interface RawReply {
  /** Sends status and headers immediately. */
  head(status: number, headers?: Record<string, string>): void;
  /** Sends the bytes in their own packet, after the head of an event stream if no head was sent. */
  write(bytes: string | Uint8Array): Promise<void>;
  /** Ends the response properly. */
  end(): void;
  /** Destroys the connection. */
  cut(): void;
}

export interface RawEndpoint {
  /** As a connection stores it. */
  baseUrl: string;
  requests: SeenRequest[];
  /** Closes every connection; resolves when the port is free. */
  close(): Promise<void>;
}

/** Long enough for the client to read a packet before the next one is sent. */
const PACKET_GAP_MS = 15;

/** A real server on a free port. The script determines each response, byte by byte, but for {@link requestedTitle}. */
export async function startRawEndpoint(
  script: (reply: RawReply, request: SeenRequest) => void | Promise<void>,
): Promise<RawEndpoint> {
  const requests: SeenRequest[] = [];
  const { origin, close } = await serve((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const request: SeenRequest = {
        method: incoming.method ?? '',
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: Buffer.concat(parts).toString('utf8'),
        closed: new Promise((resolve) => response.on('close', resolve)),
      };
      const title = requestedTitle(request.body);
      if (title !== null) return sendTitle(response, title, request.body);
      requests.push(request);
      void script(replyOf(response), request);
    });
  });
  return { baseUrl: `${origin}/v1`, requests, close };
}

function sendTitle(response: ServerResponse, content: string, body: string): void {
  const isStreamed = (JSON.parse(body) as { stream?: boolean }).stream === true;
  const message = { role: 'assistant', content };
  const choice = isStreamed ? { index: 0, delta: message } : { index: 0, message };
  const text = JSON.stringify({ choices: [{ ...choice, finish_reason: 'stop' }] });
  response.writeHead(200, { 'content-type': isStreamed ? 'text/event-stream' : 'application/json' });
  response.end(isStreamed ? `data: ${text}\n\ndata: [DONE]\n\n` : text);
}

function replyOf(response: ServerResponse): RawReply {
  function head(status: number, headers: Record<string, string> = {}): void {
    response.writeHead(status, headers);
    response.flushHeaders();
  }
  return {
    head,
    async write(bytes) {
      if (!response.headersSent) head(200, { 'content-type': 'text/event-stream' });
      response.socket?.setNoDelay(true);
      response.write(bytes);
      await new Promise((resolve) => setTimeout(resolve, PACKET_GAP_MS));
    },
    end: () => void response.end(),
    cut: () => void response.destroy(),
  };
}

/** Answers with JSON. */
export async function sendJson(reply: RawReply, status: number, body: object): Promise<void> {
  reply.head(status, { 'content-type': 'application/json' });
  await reply.write(JSON.stringify(body));
  reply.end();
}

/** The chats' requests, without those for the list of models and those of a connection's test. */
export function chatsOf({ requests }: RawEndpoint): SeenRequest[] {
  return requests.filter(({ path, body }) => path === '/v1/chat/completions' && !isConnectionTrial(body));
}
