import type { ApiMessage, ApiTool } from '@/src/schema/api-message';
import type { ModelParameters } from '@/src/schema/chat-settings';
import type { FinishReason } from '@/src/schema/message';
import type { TokenCounts } from '@/src/schema/usage';
import type { Json, JsonObject } from '@/src/schema/values/json';
import type { Endpoint } from '../records/endpoint';
import type { QueueWait } from '../records/run-status';

/** Controls tool calls in the response: the model decides (`auto`), none, or exactly the named one. */
type ToolChoice = 'auto' | 'none' | { type: 'function'; function: { name: string } };

/** One request. Fields that are not set are not sent. */
export interface AIRequest {
  /** Missing for a request that belongs to no chat, such as a request of the connection test. */
  chatId?: string;
  model: string;
  /** System messages precede all others. They are sent as one message. */
  messages: ApiMessage[];
  /** The data of the messages' images as URLs, by the images' ids. Set just before sending; recorded requests have none. */
  imageUrls?: ReadonlyMap<string, string>;
  /** Indices of the messages that carry a mark for the provider's cache. */
  cacheMarks: number[];
  tools: ApiTool[];
  /**
   * Sent only if needed: never without tools, because strict endpoints reject it, and never as `auto`, which
   * is the default with tools and which some servers accept only if configured for it.
   */
  toolChoice: ToolChoice;
  parameters: ModelParameters;
  /**
   * False for endpoints that can't stream: the response then arrives whole and is converted to the same
   * chunks.
   */
  streaming: boolean;
}

/** A piece of a streamed response, in the order of arrival. */
export type AIStreamChunk =
  /**
   * The text so far turned out to be reasoning: all text, reasoning and calls before this are void. Chunks that are
   * still valid are sent again.
   */
  | { type: 'restart' }
  /**
   * The endpoint refused the request's cache marks, and is answering it without them. Comes first. `reason`: the endpoint's
   * message.
   */
  | { type: 'cache-marks-refused'; reason: string }
  /** The request waits to be sent, for this reason; each change of the reason is another chunk. `sent` follows when it is sent. */
  | ({ type: 'queued' } & QueueWait)
  | { type: 'sent' }
  | { type: 'content'; text: string }
  | { type: 'reasoning'; text: string }
  /**
   * A piece of a call. `index` and `id` are null if the endpoint left them out; several calls may have the
   * same id. `members`: its unknown members, missing if there are none.
   */
  | {
      type: 'tool-call-part';
      index: number | null;
      id: string | null;
      name: string | null;
      argumentsText: string;
      members?: JsonObject;
    }
  /**
   * Members of one piece of the answer that Steward doesn't know, including its reasoning, unchanged. `joinedMembers`
   * joins the pieces.
   */
  | { type: 'members'; members: JsonObject }
  | { type: 'usage'; counts: TokenCounts; raw: Json }
  /**
   * `word`: the finish reason as the endpoint wrote it; missing if `reason` says the same. `isAssumed`: the stream ended
   * without a finish reason or usage, at an endpoint that sends neither.
   */
  | { type: 'finish'; reason: FinishReason; word?: string; isAssumed?: true };

/** A model in the endpoint's list. */
export interface ModelInfo {
  id: string;
  ownedBy: string | null;
  /** Size of its context window in tokens; missing if the endpoint didn't say. */
  contextTokens?: number;
  /** Missing if the endpoint gave none. */
  prices?: ModelPrices;
  /** Missing if the endpoint didn't say. */
  takesImages?: boolean;
}

/** Prices of a model in US dollars per token. `null`: the endpoint gave no price for that kind. */
export interface ModelPrices {
  input: number;
  output: number;
  cacheRead: number | null;
  cacheCreation: number | null;
  /** Present if the prices depend on the length of the prompt: these are those of the shortest ones. */
  isTiered?: true;
  /** Present if the user entered the prices. */
  isEntered?: true;
}

/** A language model behind an OpenAI-compatible endpoint. Everything that it throws is a StewardError. */
export interface AIService {
  /**
   * Streams one response. Ends normally only after the endpoint reported completion: a finish reason, or the usage that
   * was asked for. A stream that ends without either throws `network`, whether it has an end mark (`[DONE]`) or not;
   * {@link Endpoint.endsBare} is the only exception. A response that isn't streamed yields its chunks
   * once it is complete. If the signal aborts, it closes the connection and throws `aborted`. Never retries:
   * the caller does, using retry-policy.ts.
   */
  stream(endpoint: Endpoint, request: AIRequest, signal: AbortSignal): AsyncIterable<AIStreamChunk>;
  /** The models of `GET /models`, in the endpoint's order. */
  listModels(endpoint: Endpoint, signal: AbortSignal): Promise<ModelInfo[]>;
}
