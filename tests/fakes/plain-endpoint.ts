import {
  chatsOf,
  type RawEndpoint,
  type RawReply,
  type SeenRequest,
  sendJson,
  startRawEndpoint,
} from './raw-endpoint';

/** An endpoint's behaviour. It can be changed at any time. */
export interface EndpointBehaviour {
  /** The required key; null if any key is accepted. */
  apiKey: string | null;
  models: string[];
  /** The models that it has, whatever it lists; null if it answers for any. */
  serves: string[] | null;
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
  behaviour: EndpointBehaviour;
  /** The chats' requests, without those for the list of models and those of a connection's test. */
  chats(): SeenRequest[];
}

/** An OpenAI-compatible endpoint that gives every client the same answer, with the given behaviour. */
export async function startPlainEndpoint(behaviour: Partial<EndpointBehaviour>): Promise<PlainEndpoint> {
  const current: EndpointBehaviour = {
    apiKey: null,
    models: ['plain/model'],
    serves: null,
    says: 'OK',
    refusesTools: false,
    neverStreams: false,
    refusesExtensions: false,
    listDelayMs: 0,
    ...behaviour,
  };
  const endpoint = await startRawEndpoint((reply, request) => answer(current, reply, request));
  return {
    ...endpoint,
    behaviour: current,
    chats: () => chatsOf(endpoint),
  };
}

async function answer(behaviour: EndpointBehaviour, reply: RawReply, request: SeenRequest): Promise<void> {
  if (behaviour.refusesExtensions && request.headers.origin?.includes('-extension://') === true) {
    return refuse(reply, 403, 'This origin may not use the server.');
  }
  if (behaviour.apiKey !== null && request.headers.authorization !== `Bearer ${behaviour.apiKey}`) {
    return refuse(reply, 401, 'Incorrect API key provided.');
  }
  if (request.path === '/v1/models') {
    await new Promise((resolve) => setTimeout(resolve, behaviour.listDelayMs));
    return sendJson(reply, 200, { data: behaviour.models.map((id) => ({ id })) });
  }
  if (request.path !== '/v1/chat/completions') return refuse(reply, 404, `No such path: ${request.path}`);
  const { model, stream } = JSON.parse(request.body);
  if (behaviour.serves?.includes(model) === false) {
    return refuse(reply, 404, `The model ${model} does not exist.`);
  }
  if (behaviour.refusesTools && request.body.includes('"tools"')) {
    return refuse(reply, 400, 'This model does not support tools.');
  }
  if (behaviour.neverStreams || stream !== true) {
    const message = { role: 'assistant', content: behaviour.says };
    return sendJson(reply, 200, { choices: [{ index: 0, message, finish_reason: 'stop' }] });
  }
  const event = { choices: [{ index: 0, delta: { content: behaviour.says }, finish_reason: 'stop' }] };
  await reply.write(`data: ${JSON.stringify(event)}\n\ndata: [DONE]\n\n`);
  reply.end();
}

function refuse(reply: RawReply, status: number, message: string): Promise<void> {
  return sendJson(reply, status, { error: { message } });
}
