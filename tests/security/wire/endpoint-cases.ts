import type { createOpenAIService } from '@/src/background/endpoint/openai-service';
import type { AIRequest } from '@/src/core/llm/ai-service';
import { newChatSettings } from '@/src/core/records/chat';
import type { Endpoint } from '@/src/core/records/endpoint';
import { CANARY_KEY, ENDPOINT_ORIGIN } from '@/tests/world/addresses';
import { installWire, type SentOnWire, streamOf } from '@/tests/world/wire-in-memory';
import type { Goal, PayloadFamily } from '../payload-families';

/** One answer of an endpoint that tries to redirect the next request, or to get the key sent along. */
export interface EndpointCase {
  name: string;
  answer(): Response;
  /** True for the model list, false for a response. */
  isList?: boolean;
}

/** The parts under test, replaceable by faulty ones. */
export interface WireParts {
  createService: typeof createOpenAIService;
}

const BASE_URL = `${ENDPOINT_ORIGIN}/v1`;
const REDIRECTS = [300, 301, 302, 303, 305, 307, 308] as const;

/** Redirects by the HTTP protocol itself. */
export function redirectCases(leakTo: string): EndpointCase[] {
  const targets = [
    `${leakTo}/v1/chat/completions`,
    `//${new URL(leakTo).host}/v1`,
    `${ENDPOINT_ORIGIN}/elsewhere`,
    'http://127.0.0.1:1/',
    '/v2/chat/completions',
    'data:application/json,{}',
    'javascript:alert(1)',
  ];
  const redirects = REDIRECTS.flatMap((status) =>
    targets.flatMap((location) =>
      [false, true].map(
        (isList): EndpointCase => ({
          name: `${status} to ${location}${isList ? ' for the list' : ''}`,
          isList,
          answer: () => new Response(null, { status, headers: { location } }),
        }),
      ),
    ),
  );
  const headers: [string, string][] = [
    ['refresh', `0; url=${leakTo}/`],
    ['link', `<${leakTo}/x>; rel=preload`],
    ['content-location', `${leakTo}/v1`],
    ['alt-svc', `h2="${new URL(leakTo).host}"`],
    ['retry-after-url', `${leakTo}/`],
  ];
  const led = headers.map(
    ([name, value]): EndpointCase => ({
      name: `a header ${name}`,
      answer: () => withHeader(streamOf([said({ content: 'Hello.' }), ended('stop')]), name, value),
    }),
  );
  return [...redirects, ...led];
}

/** Untrusted text in each place of an answer. */
export function textCases(family: PayloadFamily, goal: Goal): EndpointCase[] {
  const text = family.write(goal);
  const call = {
    index: 0,
    id: text,
    type: 'function',
    function: { name: text, arguments: JSON.stringify({ text }) },
  };
  const failure = { error: { message: text, code: text, type: text } };
  const answers: [string, () => Response, isList?: boolean][] = [
    ['content', () => streamOf([said({ content: text }), ended('stop')])],
    ['reasoning', () => streamOf([said({ reasoning_content: text }), ended('stop')])],
    ['a call', () => streamOf([said({ tool_calls: [call] }), ended('tool_calls')])],
    ['the finish reason', () => streamOf([said({ content: 'x' }), ended(text)])],
    [
      'usage',
      () =>
        streamOf([said({ content: 'x' }), { choices: [], usage: { prompt_tokens: text } }, ended('stop')]),
    ],
    ['an error within the stream', () => streamOf([failure])],
    ['an error’s body', () => Response.json(failure, { status: 400 })],
    ['an error’s text', () => new Response(text, { status: 500 })],
    [
      'the model list',
      () => Response.json({ data: [{ id: text, owned_by: text, base_url: goal.leakTo }] }),
      true,
    ],
    ['the model list’s error', () => Response.json(failure, { status: 401 }), true],
    [
      'the next page of the model list',
      () => Response.json({ data: [], has_more: true, next: goal.leakTo }),
      true,
    ],
  ];
  return answers.map(([place, answer, isList = false]) => {
    return { name: `${family.name} in ${place}`, answer, isList };
  });
}

/** Sends a request to the endpoint; resolves with what was sent or shown against the rules. */
export async function problemsOfEndpoint(
  { answer, isList = false }: EndpointCase,
  { createService }: WireParts,
): Promise<string[]> {
  const wire = installWire({ [ENDPOINT_ORIGIN]: answer });
  try {
    const service = createService({
      fetch: (input, init) => fetch(input, init),
      refusalOf: async () => null,
      firstByteTimeoutMs: 1_000,
      idleTimeoutMs: 1_000,
      restTimeoutMs: 1_000,
      onSkipped: () => {},
      onWire: async () => {},
    });
    const output = isList ? await listed(service) : await streamed(service);
    const wanted = `${BASE_URL}/${isList ? 'models' : 'chat/completions'}`;
    return [...wire.sent.flatMap((sent) => problemsOfRequest(sent, wanted)), ...leaks('the answer', output)];
  } finally {
    wire.remove();
  }
}

function problemsOfRequest(sent: SentOnWire, wanted: string): string[] {
  const { authorization, ...headers } = sent.headers;
  return [
    ...(sent.url === wanted ? [] : [`a request went to ${sent.url}`]),
    ...(sent.redirect === 'manual' ? [] : ['the browser may follow redirects']),
    ...(sent.credentials === 'omit' ? [] : ['the browser may send cookies']),
    ...(authorization === `Bearer ${CANARY_KEY}` ? [] : ['the key is not where it belongs']),
    ...leaks('address, body or headers of a request', [sent.url, sent.body, headers]),
  ];
}

function leaks(where: string, what: unknown): string[] {
  return JSON.stringify(what).includes(CANARY_KEY) ? [`the key is in ${where}`] : [];
}

const ENDPOINT: Endpoint = { baseUrl: BASE_URL, key: CANARY_KEY, headers: {} };

const REQUEST: AIRequest = {
  model: '../../v2/x?y#z',
  messages: [{ role: 'user', content: 'Hello.' }],
  tools: [],
  cacheMarks: [],
  toolChoice: 'auto',
  parameters: { ...newChatSettings().parameters, maxTokens: 5 },
  streaming: true,
};

/** All chunks, or the error with all texts that it would show. */
async function streamed(service: ReturnType<typeof createOpenAIService>): Promise<unknown> {
  const chunks = [];
  try {
    for await (const chunk of service.stream(ENDPOINT, REQUEST, new AbortController().signal))
      chunks.push(chunk);
    return chunks;
  } catch (error) {
    return [chunks, shown(error)];
  }
}

async function listed(service: ReturnType<typeof createOpenAIService>): Promise<unknown> {
  try {
    return await service.listModels(ENDPOINT, new AbortController().signal);
  } catch (error) {
    return shown(error);
  }
}

function shown(error: unknown): unknown {
  return error instanceof Error ? { ...error, message: error.message, stack: error.stack } : error;
}

function said(delta: object) {
  return { choices: [{ index: 0, delta }] };
}

function ended(reason: string) {
  return { choices: [{ index: 0, delta: {}, finish_reason: reason }] };
}

function withHeader(response: Response, name: string, value: string): Response {
  response.headers.set(name, value);
  return response;
}
