import type { IncomingHttpHeaders } from 'node:http';
import { type ChatAnswer, saysAfterReading } from './chat-answers';
import { isConnectionTrial, trialTokens } from './connection-trial';
import { chatsOf, type RawReply, type SeenRequest, sendJson, startRawEndpoint } from './raw-endpoint';
import { SCRIPTED_MODEL_ID } from './scripted-events';

/** An endpoint whose answers and key a test can change between two requests. */
export interface ChangingEndpoint {
  /** Up to and including the version, as a connection stores it. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Sets the answer to chat completions from now on. */
  behave(answer: ChatAnswer): void;
  /** Requires another key from now on, as after a rotation. */
  rotateKey(apiKey: string): void;
  /** The chat completions that chats requested, oldest first, including those with a wrong key. */
  chats(): readonly { headers: IncomingHttpHeaders; body: ChatBody; closed: Promise<void> }[];
  close(): Promise<void>;
}

interface ChatBody {
  messages: { role: string; content: string | null }[];
}

/**
 * Starts an endpoint that lists a single model and answers with `answer` until `behave` is called. `traits`: fields of the model's entry
 * in the list.
 */
export async function startChangingEndpoint(
  answer: ChatAnswer,
  traits: object = {},
): Promise<ChangingEndpoint> {
  const apiKey = `changing-${crypto.randomUUID()}`;
  let wantedKey = apiKey;
  let current = answer;

  async function reply(response: RawReply, request: SeenRequest): Promise<void> {
    if (request.headers.authorization !== `Bearer ${wantedKey}`) {
      const error = { message: `Incorrect API key provided: ${request.headers.authorization}.` };
      return sendJson(response, 401, { error });
    }
    if (request.path === '/v1/models') {
      return sendJson(response, 200, {
        object: 'list',
        data: [{ id: SCRIPTED_MODEL_ID, object: 'model', ...traits }],
      });
    }
    await (isConnectionTrial(request.body) ? saysAfterReading(trialTokens(request.body), 'OK') : current)(
      response,
      request,
    );
  }

  const raw = await startRawEndpoint(reply);
  return {
    baseUrl: raw.baseUrl,
    apiKey,
    behave(next) {
      current = next;
    },
    rotateKey(next) {
      wantedKey = next;
    },
    chats: () =>
      chatsOf(raw).map(({ headers, body, closed }) => ({ headers, body: JSON.parse(body), closed })),
    close: raw.close,
  };
}
