/** A tool call of the demo model. The server assigns the id. */
export interface ToolCall {
  name: string;
  arguments: Record<string, unknown>;
}

/** An answer: the reasoning, the text (Markdown), and the calls. An answer without calls ends the run. */
export interface DemoReply {
  reasoning: string;
  content: string;
  toolCalls: ToolCall[];
}
