import { afterEach, expect } from 'vitest';
import { createOpenAIService } from '@/src/background/endpoint/openai-service';
import { isStewardError, type StewardError } from '@/src/core/errors';
import type { AIRequest, AIStreamChunk } from '@/src/core/llm/ai-service';
import { newChatSettings } from '@/src/core/records/chat';
import type { Endpoint } from '@/src/core/records/endpoint';
import { type RawEndpoint, type RawReply, type SeenRequest, startRawEndpoint } from './raw-endpoint';

/** The key that these tests send with each request. */
export const KEY = 'sk-secret-0123456789';
/** Short, for tests that expect a timeout. */
export const TIMEOUT_MS = 200;
/** For tests that expect no timeout, even on a busy machine. */
export const PATIENT = {
  fetch,
  refusalOf: async (_url: string): Promise<StewardError | null> => null,
  firstByteTimeoutMs: 10_000,
  idleTimeoutMs: 10_000,
  restTimeoutMs: 10_000,
  onSkipped: (_host: string, _excerpt: string) => {},
  onWire: async () => {},
};
export const REQUEST: AIRequest = {
  model: 'demo/one',
  messages: [{ role: 'user', content: 'Hello' }],
  tools: [],
  cacheMarks: [],
  toolChoice: 'auto',
  parameters: newChatSettings().parameters,
  streaming: true,
};

const open: RawEndpoint[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((endpoint) => endpoint.close()));
});

/** Starts an endpoint that is closed at the end of the test. */
export async function start(
  script: (reply: RawReply, request: SeenRequest) => void | Promise<void>,
): Promise<{ raw: RawEndpoint; endpoint: Endpoint }> {
  const raw = await startRawEndpoint(script);
  open.push(raw);
  return { raw, endpoint: { baseUrl: raw.baseUrl, key: KEY, headers: {} } };
}

export interface Outcome {
  chunks: AIStreamChunk[];
  error: StewardError | null;
}

interface RunOptions {
  deps?: typeof PATIENT;
  request?: AIRequest;
  signal?: AbortSignal;
  onChunk?: () => void | Promise<void>;
}

/** Reads one streamed response to its end or its error. */
export async function run(endpoint: Endpoint, options: RunOptions = {}): Promise<Outcome> {
  const { deps = PATIENT, request = REQUEST, signal = new AbortController().signal } = options;
  const chunks: AIStreamChunk[] = [];
  try {
    for await (const chunk of createOpenAIService(deps).stream(endpoint, request, signal)) {
      chunks.push(chunk);
      await options.onChunk?.();
    }
    return { chunks, error: null };
  } catch (error) {
    if (!isStewardError(error)) throw error;
    return { chunks, error };
  }
}

/** Reads one streamed response of an endpoint that answers like this. */
export async function runWith(
  script: Parameters<typeof start>[0],
  options?: RunOptions,
): Promise<Outcome & { raw: RawEndpoint }> {
  const { raw, endpoint } = await start(script);
  return { raw, ...(await run(endpoint, options)) };
}

/** One event of a stream. */
export function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** One event with a part of the answer. */
export function delta(value: unknown, finishReason: string | null = null): string {
  return event({ choices: [{ index: 0, delta: value, finish_reason: finishReason }] });
}

export const DONE = 'data: [DONE]\n\n';

/** Sends the packets and ends the response. */
export async function answerWith(reply: RawReply, ...packets: (string | Uint8Array)[]): Promise<void> {
  for (const packet of packets) await reply.write(packet);
  reply.end();
}

/** The chunks of {@link answerYes}. */
export const YES: readonly AIStreamChunk[] = [
  { type: 'content', text: 'Yes' },
  { type: 'finish', reason: 'stop' },
];

/** Answers `Yes`, and nothing else. */
export const answerYes = (reply: RawReply) => answerWith(reply, delta({ content: 'Yes' }, 'stop'), DONE);

/** Refuses the request with this status and message. */
export function refuse(reply: RawReply, status: number, message: string): Promise<void> {
  reply.head(status);
  return answerWith(reply, JSON.stringify({ error: { message } }));
}

/** Resolves once the endpoint's only connection is closed. */
export async function closedOf(raw: RawEndpoint): Promise<void> {
  expect(raw.requests).toHaveLength(1);
  await raw.requests[0]?.closed;
}
