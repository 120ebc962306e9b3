import { type RawEndpoint, type RawReply, type SeenRequest, startRawEndpoint } from './raw-endpoint';

/** An endpoint's behaviour. It can be changed at any time. */
export interface EndpointManners {
  /** The required key; null if any key is accepted. */
  apiKey: string | null;
  models: string[];
  /** The text of every answer. */
  says: string;
  refusesTools: boolean;
  /** True if it never streams, whatever was requested, as some gateways do. */
  neverStreams: boolean;
  /** True if it rejects origins of extensions, as some local servers do. */
  refusesExtensions: boolean;
  /** Delay before the list of models is sent. */
  listDelayMs: number;
}

export interface PlainEndpoint extends RawEndpoint {
  manners: EndpointManners;
  /** The chat requests, without those for the list of models. */
  chats(): SeenRequest[];
}

/** An OpenAI-compatible endpoint that gives every client the same answer, with the given behaviour. */
export async function startPlainEndpoint(manners: Partial<EndpointManners>): Promise<PlainEndpoint> {
  const current: EndpointManners = {
    apiKey: null,
    models: ['plain/model'],
    says: 'OK',
    refusesTools: false,
    neverStreams: false,
    refusesExtensions: false,
    listDelayMs: 0,
    ...manners,
  };
  const endpoint = await startRawEndpoint((reply, request) => answer(current, reply, request));
  return {
    ...endpoint,
    manners: current,
    chats: () => endpoint.requests.filter(({ path }) => path === '/v1/chat/completions'),
  };
}

async function answer(manners: EndpointManners, reply: RawReply, request: SeenRequest): Promise<void> {
  if (manners.refusesExtensions && request.headers.origin?.includes('-extension://') === true) {
    return refuse(reply, 403, 'This origin may not use the server.');
  }
  if (manners.apiKey !== null && request.headers.authorization !== `Bearer ${manners.apiKey}`) {
    return refuse(reply, 401, 'Incorrect API key provided.');
  }
  if (request.path === '/v1/models') {
    await new Promise((resolve) => setTimeout(resolve, manners.listDelayMs));
    return sendJson(reply, 200, { data: manners.models.map((id) => ({ id })) });
  }
  if (request.path !== '/v1/chat/completions') return refuse(reply, 404, `No such path: ${request.path}`);
  if (manners.refusesTools && request.body.includes('"tools"')) {
    return refuse(reply, 400, 'This model does not support tools.');
  }
  if (manners.neverStreams || JSON.parse(request.body).stream !== true) {
    const message = { role: 'assistant', content: manners.says };
    return sendJson(reply, 200, { choices: [{ index: 0, message, finish_reason: 'stop' }] });
  }
  const event = { choices: [{ index: 0, delta: { content: manners.says }, finish_reason: 'stop' }] };
  await reply.write(`data: ${JSON.stringify(event)}\n\ndata: [DONE]\n\n`);
  reply.end();
}

function refuse(reply: RawReply, status: number, message: string): Promise<void> {
  return sendJson(reply, status, { error: { message } });
}

async function sendJson(reply: RawReply, status: number, body: object): Promise<void> {
  reply.head(status, { 'content-type': 'application/json' });
  await reply.write(JSON.stringify(body));
  reply.end();
}
