import type { ChatRequest, Refused } from './endpoint-family';

/** Parts of a stream of the Responses API that servers send, leave out, or send in another order. */
export interface StreamShape {
  /** Lines `event:` beside those with data. */
  eventNames: boolean;
  /** `output_index` and `content_index`. */
  indices: boolean;
  /** `id` of call items; the pieces of their arguments have `item_id` in any case. */
  callItemIds: boolean;
  /** `output_item.added`. */
  beginnings: boolean;
  /** Pieces of texts and arguments. */
  pieces: boolean;
  /** Events such as `output_text.done` after the pieces. */
  ends: boolean;
  /** Place of `output_item.done`: after each item, together at the end, or for messages after the calls. */
  items: 'each' | 'together' | 'messages-last' | 'none';
  /** The list of items in the last event. */
  output: 'whole' | 'empty' | 'other-reasoning';
  /** The mark `[DONE]`. */
  endMark: boolean;
}

/** The Responses API of a family of servers. */
export interface ResponsesRoute {
  /** The refusal of a request for a chat completion; null if the server answers it. */
  refuseChat(request: ChatRequest): Refused | null;
  /** True if only a request with a reasoning effort is refused there. */
  needsEffort?: true;
  /** True if the server refuses a call without the reasoning that led to it. */
  needsReasoning: boolean;
  /** Form of the reasoning: a summary with encrypted content, or an open text. */
  reasoning: 'encrypted' | 'open' | 'none';
  shape: StreamShape;
}

/** The stream as OpenAI documents it. */
export const FULL_SHAPE: StreamShape = {
  eventNames: true,
  indices: true,
  callItemIds: true,
  beginnings: true,
  pieces: true,
  ends: true,
  items: 'each',
  output: 'whole',
  endMark: false,
};
