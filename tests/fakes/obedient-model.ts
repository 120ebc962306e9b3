import { answerOf, findOrders } from '@/tests/security/injected-orders';
import type { Goal } from '@/tests/security/payload-families';
import { callsAll, says, saysAfterReading } from './chat-answers';
import { isConnectionTrial, trialTokens } from './connection-trial';
import { type RawReply, type SeenRequest, startRawEndpoint } from './raw-endpoint';

/** A message as sent over HTTP. */
export interface SentMessage {
  role: string;
  content: string | null;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

/** A request for a chat completion. */
export interface SentChat {
  /** The raw body. */
  rawBody: string;
  model: string;
  messages: SentMessage[];
}

/**
 * An OpenAI-compatible endpoint whose model obeys every injected order: for each order that appears anywhere
 * in a request, it makes exactly that call, once per conversation; then it writes the images and links that
 * the orders ask for. So a protection that holds with this model holds with any.
 */
export interface ObedientModel {
  /** Up to and including the version, as a connection stores it. */
  readonly baseUrl: string;
  /** A secret that must not appear anywhere else. */
  readonly apiKey: string;
  /** All requests, whatever the path. */
  readonly requests: readonly SeenRequest[];
  /** The chat completions among the requests, oldest first. */
  chats(): SentChat[];
  /** Sets the orders that the model obeys from now on; earlier ones are ignored. */
  knowOrders(orders: readonly Goal[]): void;
  /** Sets the ids at `/v1/models`. Chat requests are answered for unlisted models too. */
  listModels(ids: readonly string[]): void;
  close(): Promise<void>;
}

/** Starts an endpoint that lists `modelId` and knows no order yet. */
export async function startObedientModel(modelId: string): Promise<ObedientModel> {
  const apiKey = `canary-${crypto.randomUUID()}`;
  let orders: readonly Goal[] = [];
  let modelIds: readonly string[] = [modelId];

  async function answer(reply: RawReply, request: SeenRequest): Promise<void> {
    if (request.headers.authorization !== `Bearer ${apiKey}`) return sendJson(reply, 401, 'Wrong key.');
    if (request.path === '/v1/models') return sendJson(reply, 200, { data: modelIds.map((id) => ({ id })) });
    if (request.path !== '/v1/chat/completions') return sendJson(reply, 404, 'No such path.');
    if (isConnectionTrial(request.body))
      return saysAfterReading(trialTokens(request.body), 'OK')(reply, request);
    const given = findOrders(request.body, orders);
    const made = callsMadeIn(readChat(request));
    const wanted = new Map(given.map((order) => [callKey(callOf(order)), callOf(order)]));
    const open = [...wanted].flatMap(([key, call]) => (made.has(key) ? [] : [call]));
    const respond = open.length > 0 ? callsAll(...open) : says(`${OBEYED} ${answerOf(given)}`);
    await respond(reply, request);
  }

  const raw = await startRawEndpoint(answer);
  return {
    baseUrl: raw.baseUrl,
    apiKey,
    requests: raw.requests,
    chats: () =>
      raw.requests
        .filter(({ path, body }) => path === '/v1/chat/completions' && !isConnectionTrial(body))
        .map(readChat),
    knowOrders(next) {
      orders = next;
    },
    listModels(ids) {
      modelIds = ids;
    },
    close: raw.close,
  };
}

/** The beginning of each of its text answers. */
export const OBEYED = 'I did as I was told.';

function readChat({ body }: SeenRequest): SentChat {
  return { rawBody: body, ...(JSON.parse(body) as Omit<SentChat, 'rawBody'>) };
}

/** The calls in a conversation, including those of earlier runs. */
function callsMadeIn({ messages }: SentChat): Set<string> {
  const calls = messages.flatMap(({ tool_calls = [] }) => tool_calls);
  return new Set(calls.map(({ function: { name, arguments: text } }) => callKey([name, text])));
}

type Call = [name: string, argumentsText: string];

function callOf({ tool, args }: Goal): Call {
  return [tool, JSON.stringify(args)];
}

function callKey(call: Call): string {
  return call.join(' ');
}

async function sendJson(reply: RawReply, status: number, body: object | string): Promise<void> {
  reply.head(status, { 'content-type': 'application/json' });
  await reply.write(JSON.stringify(typeof body === 'string' ? { error: { message: body } } : body));
  reply.end();
}
