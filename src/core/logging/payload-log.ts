import { english } from '@/src/core/text/english';
import type { Chat } from '@/src/schema/chat';
import type { Payload } from '@/src/schema/payload';
import type { JsonObject } from '@/src/schema/values/json';
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
  const { ai, logger, journal, clock } = deps;
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
      const write = async (direction: Payload['direction'], message: string, content: JsonObject) => {
        const data = redact(content, secrets);
        logger.debug(PAYLOAD_TOPICS[direction], message, { chatId, runId, data });
        if (!keepsSessionLog) return;
        // A failure of the journal doesn't affect the request.
        await journal.addPayload({ chatId, runId, direction, atMs: clock.now(), data }).catch((error) => {
          const text = 'A payload is missing in the chat log.';
          logFailure(logger.warning, 'chat_log.write', text, error, { chatId, runId });
        });
      };
      await write('sent', requestSentence(endpoint, request), plain(request));
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
        await write('received', end, { ...received.whole(), ...failure });
      }
    },
  };
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
  // The assembler only assigns parts to calls here, which needs no tools.
  const assembler = createResponseAssembler([], false);
  const calls = new Map<number, { name: string; arguments: string }>();
  let finishReason: string | null = null;
  return {
    add(chunk: AIStreamChunk): void {
      const part = assembler.add(chunk);
      if (chunk.type === 'restart') {
        calls.clear();
        finishReason = null;
      } else if (chunk.type === 'finish') finishReason = chunk.reason;
      if (part === null) return;
      // This is the first part of its call.
      const call = calls.get(part.index) ?? { name: '', arguments: '' };
      calls.set(part.index, { name: call.name + part.name, arguments: call.arguments + part.argumentsText });
    },
    whole: (): JsonObject => ({
      ...assembler.texts(),
      toolCalls: [...calls.values()],
      usage: assembler.usage()?.raw ?? null,
      finishReason,
    }),
  };
}
