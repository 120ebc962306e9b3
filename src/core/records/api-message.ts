import type { JsonObject } from '../json';

/** A tool as it is declared to the model. */
export interface ApiTool {
  type: 'function';
  function: { name: string; description: string; parameters: JsonObject };
}

/** A message as it is sent to the endpoint: the part of the OpenAI chat format that Steward uses. */
export type ApiMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string }
  | { role: 'assistant'; content: string | null; tool_calls?: ApiToolCall[] }
  | { role: 'tool'; tool_call_id: string; content: string };

export interface ApiToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}
