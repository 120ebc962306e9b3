/** One message of a chat-completions request, as far as the demo model reads it. */
export interface DemoMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string | null;
  tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}

/** All that the demo model knows when it answers. */
export interface DemoRequest {
  model: string;
  messages: DemoMessage[];
  tools: { type: 'function'; function: { name: string; description?: string; parameters?: unknown } }[];
}

/** A tool call that the demo model wants. The server gives it its id. */
export interface ToolCall {
  name: string;
  arguments: Record<string, unknown>;
}

/** One answer: what it found and plans, what it says (Markdown), and the calls it makes. No calls: the run is over. */
export interface DemoReply {
  reasoning: string;
  content: string;
  toolCalls: ToolCall[];
}
