import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { isConnectionTrial, trialTokens } from './connection-trial';
import { replyEvents, SCRIPTED_MODEL_ID, type ScriptedReply } from './scripted-events';
import { serve } from './serve';
import { requestedTitle } from './title-request';

/** Long enough for a piece to be sent in its own packet. */
const PAUSE_MS = 4;
/** Length of the other pieces, so that their borders fall anywhere in an event. */
const PIECE_BYTES = 97;

/** Writes `text` in pieces, one by one. Every multi-byte character is split. */
async function writeInPieces(stream: Writable, text: string): Promise<void> {
  const bytes = Buffer.from(text, 'utf8');
  for (const [start, end] of pieces(bytes)) {
    if (stream.destroyed) return;
    stream.write(bytes.subarray(start, end));
    await delay(PAUSE_MS);
  }
}

function pieces(bytes: Buffer): [number, number][] {
  const cuts = [0];
  for (let index = 1; index < bytes.length; index += 1) {
    const isInsideCharacter = ((bytes[index] ?? 0) & 0b1100_0000) === 0b1000_0000;
    if (isInsideCharacter || index - (cuts.at(-1) ?? 0) >= PIECE_BYTES) cuts.push(index);
  }
  return cuts.map((start, place) => [start, cuts[place + 1] ?? bytes.length]);
}

/** A message as sent over HTTP. */
export interface WireMessage {
  role: string;
  content: string | null;
  tool_calls?: { id: string; type: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

/** A recorded request for a chat completion. */
export interface RecordedRequest {
  headers: IncomingMessage['headers'];
  /** The raw body. */
  rawBody: string;
  body: {
    model: string;
    stream: boolean;
    messages: WireMessage[];
    tools?: { type: string; function: { name: string; description: string; parameters: unknown } }[];
  };
  /** Resolves when the connection is closed before the response was complete. */
  brokenOff: Promise<void>;
}

/** One step of the script. An error that it throws is added to `failures` and answered with status 500. */
export type ScriptStep = (request: RecordedRequest) => ScriptedReply;

export interface ScriptedModel {
  /** Up to and including the version, as a connection stores it. */
  baseUrl: string;
  requests: readonly RecordedRequest[];
  /** Errors of steps, and requests after the script's end. Tests expect none. */
  failures: readonly string[];
  close(): Promise<void>;
}

/**
 * An OpenAI-compatible endpoint that follows a script. It is written on plain HTTP and shares no code with
 * the product's client; it has the quirks of less compliant servers. It accepts only `apiKey`.
 */
export async function startScriptedModel(
  apiKey: string,
  script: readonly ScriptStep[],
): Promise<ScriptedModel> {
  const requests: RecordedRequest[] = [];
  const failures: string[] = [];
  const steps = [...script];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.headers.authorization !== `Bearer ${apiKey}`) {
      sendError(response, 401, 'Incorrect API key provided.');
    } else if (request.method === 'GET' && request.url === '/v1/models') {
      sendJson(response, 200, {
        object: 'list',
        data: [{ id: SCRIPTED_MODEL_ID, object: 'model', owned_by: 'tests' }],
      });
    } else if (request.method === 'POST' && request.url === '/v1/chat/completions') {
      const recorded = await record(request, response);
      const title = requestedTitle(recorded.rawBody);
      if (title !== null) return streamReply(response, { kind: 'response', content: title });
      if (isConnectionTrial(recorded.rawBody)) {
        const promptTokens = trialTokens(recorded.rawBody);
        return streamReply(response, { kind: 'response', content: 'OK', promptTokens });
      }
      requests.push(recorded);
      await play(steps.shift(), recorded, response);
    } else {
      sendError(response, 404, `No such route: ${request.method} ${request.url}`);
    }
  }

  async function play(
    step: ScriptStep | undefined,
    request: RecordedRequest,
    response: ServerResponse,
  ): Promise<void> {
    let reply: ScriptedReply;
    try {
      if (step === undefined) throw new Error('There is a request after the end of the script.');
      reply = step(request);
    } catch (error) {
      failures.push(String(error));
      sendError(response, 500, String(error));
      return;
    }
    if (reply.kind === 'error') sendError(response, reply.status, reply.message);
    else await streamReply(response, reply);
  }

  const { origin, close } = await serve((request, response) => {
    answer(request, response).catch((error) => {
      failures.push(String(error));
      response.destroy();
    });
  });
  return { baseUrl: `${origin}/v1`, requests, failures, close };
}

async function record(request: IncomingMessage, response: ServerResponse): Promise<RecordedRequest> {
  const brokenOff = new Promise<void>((resolve) => {
    response.once('close', () => {
      if (!response.writableFinished) resolve();
    });
  });
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const rawBody = Buffer.concat(parts).toString('utf8');
  return { headers: request.headers, rawBody, body: JSON.parse(rawBody), brokenOff };
}

async function streamReply(
  response: ServerResponse,
  reply: Exclude<ScriptedReply, { kind: 'error' }>,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.socket?.setNoDelay(true);
  const events = replyEvents(reply).map((event) => `data: ${event}\n\n`);
  await writeInPieces(response, events.join(''));
  if (reply.kind !== 'stall') response.end();
}

function sendError(response: ServerResponse, status: number, message: string): void {
  sendJson(response, status, { error: { message, type: 'scripted', param: null, code: null } });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
