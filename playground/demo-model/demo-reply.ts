/** A message of a chat-completions request, as far as the demo model reads it. */
export interface DemoMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string | null;
  tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

/** The input of the demo model. */
export interface DemoRequest {
  model: string;
  messages: DemoMessage[];
  tools: { type: 'function'; function: { name: string; description?: string; parameters?: unknown } }[];
}

/** A tool call of the demo model. The server assigns the id. */
export interface ToolCall {
  name: string;
  arguments: Record<string, unknown>;
}

/** An answer: the reasoning, the text (Markdown), and the calls. Without calls the run is over. */
export interface DemoReply {
  reasoning: string;
  content: string;
  toolCalls: ToolCall[];
}
