import type { Json } from '../json';
import type { ApiMessage, ApiTool } from '../records/api-message';
import type { ModelParameters } from '../records/chat';
import type { Endpoint } from '../records/endpoint';
import type { FinishReason, TokenCounts } from '../records/message';

/** Whether the model may call a tool: as it likes, not at all, or this one and no other (ledger D-019). */
export type ToolChoice = 'auto' | 'none' | { type: 'function'; function: { name: string } };

/** One request. What is not set is not sent. */
export interface AIRequest {
  model: string;
  messages: ApiMessage[];
  tools: ApiTool[];
  /**
   * Sent only where it changes something: never without tools, which strict endpoints refuse, and never as `auto`,
   * which is what a request with tools means anyway and what some servers take only if they were told to.
   */
  toolChoice: ToolChoice;
  parameters: ModelParameters;
  /** False for endpoints that can't stream: the response then arrives whole, as the same chunks (ledger D-053). */
  streaming: boolean;
}

/** A piece of a streamed response, in the order in which it arrived. */
export type AIStreamChunk =
  /**
   * The endpoint started its answer over: all text, reasoning and calls before this are void. What came of the new answer
   * before that was known follows again.
   */
  | { type: 'restart' }
  | { type: 'content'; text: string }
  | { type: 'reasoning'; text: string }
  /** A piece of a call. `index` and `id` are null where the endpoint left them out; ids may repeat between calls. */
  | {
      type: 'tool-call-part';
      index: number | null;
      id: string | null;
      name: string | null;
      argumentsText: string;
    }
  | { type: 'usage'; counts: TokenCounts; raw: Json }
  | { type: 'finish'; reason: FinishReason };

/** A model as the endpoint lists it. */
export interface ModelInfo {
  id: string;
  ownedBy: string | null;
}

/** A language model behind an OpenAI-compatible endpoint. Everything it throws is a StewardError. */
export interface AIService {
  /**
   * Streams one response. Ends normally only after the endpoint said that it is complete (a finish reason or
   * `[DONE]`); a stream that breaks off throws `network`. A response that isn't streamed gives its chunks once it is
   * in whole. Throws `aborted` when the signal aborts, and then the connection is closed. Never retries: that is the
   * caller's, by retry-policy.ts.
   */
  stream(endpoint: Endpoint, request: AIRequest, signal: AbortSignal): AsyncIterable<AIStreamChunk>;
  /** The models of `GET /models`, in the endpoint's order. */
  listModels(endpoint: Endpoint, signal: AbortSignal): Promise<ModelInfo[]>;
}
