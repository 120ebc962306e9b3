import type { JsonObject } from '../json';
/** A tool as the model sees it (ledger A-209). */
export interface ApiTool {
  type: 'function';
  function: { name: string; description: string; parameters: JsonObject };
}

/** A message as it is sent (the OpenAI chat format, as far as Steward uses it). */
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
