import { english } from '@/src/core/text/english';
import type { Chat } from '@/src/schema/chat';
import type { Payload } from '@/src/schema/payload';
import type { Json, JsonObject } from '@/src/schema/values/json';
import { toErrorInfo } from '../errors';
import type { AIRequest, AIService, AIStreamChunk } from '../llm/ai-service';
import { createResponseAssembler } from '../llm/response-assembler';
import type { Clock } from '../ports/clock';
import type { PayloadJournal } from '../ports/journal';
import type { Endpoint } from '../records/endpoint';
import { endpointSecrets } from '../secrets/known-secrets';
import { shownAddress } from '../secrets/secret-address';
import type { Logger } from './log-entry';
import { logFailure } from './log-failure';
import { PAYLOAD_TOPICS } from './payload-topics';
import { redact } from './redact';

interface PayloadLogDeps {
  ai: AIService;
  logger: Logger;
  journal: PayloadJournal;
  clock: Clock;
}

/**
 * Decorates the service: at level `debug`, and for the chat log of a chat that keeps one, each request and its response are
 * recorded in full, without the endpoint's secrets. Otherwise nothing is collected.
 */
export function withPayloadLog(
  deps: PayloadLogDeps,
  chat: Pick<Chat, 'id' | 'settings'>,
  runId: string | null,
): AIService {
  const { ai, logger } = deps;
  const chatId = chat.id;
  const { keepsSessionLog } = chat.settings;
  return {
    listModels: (endpoint, signal) => ai.listModels(endpoint, signal),

    async *stream(endpoint, request, signal) {
      if (!logger.keeps('debug') && !keepsSessionLog) {
        yield* ai.stream(endpoint, request, signal);
        return;
      }
      const secrets = endpointSecrets(endpoint);
      const write = async (topic: keyof typeof PAYLOAD_TOPICS, message: string, data: JsonObject) => {
        const shown = redact(data, secrets);
        logger.debug(PAYLOAD_TOPICS[topic], message, { chatId, runId, data: shown });
        if (keepsSessionLog) {
          const direction = topic === 'request' ? 'sent' : 'received';
          await storePayload(deps, { chatId, runId, direction, data: shown });
        }
      };
      await write('request', requestSentence(endpoint, request), plain(request));
      const received = gather();
      let end = 'The response was not read to its end.';
      let failure: JsonObject = {};
      try {
        for await (const chunk of ai.stream(endpoint, request, signal)) {
          received.add(chunk);
          yield chunk;
        }
        end = 'The response is complete.';
      } catch (error) {
        const { code, message: said, details } = toErrorInfo(error);
        const message = english(said);
        end = `The response failed: ${message}`;
        failure = { error: { code, message, details } };
        throw error;
      } finally {
        await write('response', end, { ...received.whole(), ...failure });
      }
    },
  };
}

/** Stores a payload for the chat log. Never rejects: a failure is logged, and doesn't affect the request. */
async function storePayload(
  { journal, logger, clock }: PayloadLogDeps,
  payload: Omit<Payload, 'id' | 'atMs'>,
): Promise<void> {
  try {
    await journal.addPayload({ ...payload, atMs: clock.now() });
  } catch (error) {
    const { chatId, runId } = payload;
    const text = 'A payload is missing in the chat log.';
    logFailure(logger.warning, 'session_log.write', text, error, { chatId, runId });
  }
}

function requestSentence({ baseUrl }: Endpoint, { model, messages, tools }: AIRequest): string {
  return `Request to ${shownAddress(baseUrl)} for ${model} (messages: ${messages.length}, tools: ${tools.length}).`;
}

/** Drops the fields that are not set, since they are not sent. */
function plain(request: AIRequest): JsonObject {
  return JSON.parse(JSON.stringify(request));
}

/** Joins the chunks, so that a secret split over several is found. */
function gather() {
  const texts = { content: '', reasoning: '' };
  const calls = new Map<number, { name: string; arguments: string }>();
  const rest: { usage: Json; finishReason: string | null } = { usage: null, finishReason: null };
  // Used only to assign parts to calls, so no tools are needed.
  const assembler = createResponseAssembler([]);
  return {
    add(chunk: AIStreamChunk): void {
      const part = assembler.add(chunk);
      if (chunk.type === 'restart') {
        Object.assign(texts, { content: '', reasoning: '' });
        calls.clear();
        rest.finishReason = null;
      } else if (part !== null) {
        // The first part of its call.
        const call = calls.get(part.index) ?? { name: '', arguments: '' };
        calls.set(part.index, {
          name: call.name + part.name,
          arguments: call.arguments + part.argumentsText,
        });
      } else if (chunk.type === 'content' || chunk.type === 'reasoning') texts[chunk.type] += chunk.text;
      else if (chunk.type === 'usage') rest.usage = chunk.raw;
      else if (chunk.type === 'finish') rest.finishReason = chunk.reason;
    },
    whole: (): JsonObject => ({ ...texts, toolCalls: [...calls.values()], ...rest }),
  };
}
