import type { MessageImage } from './image';
import type { JsonObject } from './values/json';

/** A tool as it is declared to the model. */
export interface ApiTool {
  type: 'function';
  function: { name: string; description: string; parameters: JsonObject };
}

/**
 * A message as it is sent to the endpoint: the part of the OpenAI chat format that Steward uses. Images are sent after
 * the text; their data is added when the request is sent, so that no recorded request contains it. `members`: members
 * that a server sent and Steward doesn't know; they are sent back to this server only.
 */
export type ApiMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string; images?: MessageImage[] }
  | { role: 'assistant'; content: string | null; tool_calls?: ApiToolCall[]; members?: JsonObject }
  | { role: 'tool'; tool_call_id: string; content: string };

interface ApiToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
  members?: JsonObject;
}
