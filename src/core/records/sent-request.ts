import type { ApiMessage, ApiTool } from './api-message';
import type { PromptProblem } from './prompt-problem';

/** One contribution to the system prompt of a request, for the prompt inspector. */
export interface PromptPart {
  key: string;
  /** The section's title. */
  section: string;
  priority: number;
  /** `base` for Steward's own contributions. */
  source: 'base' | 'adapter';
  /** `invalid`: its key or its template can't be used; a PromptProblem has the reason. */
  state: 'sent' | 'overridden' | 'excluded' | 'invalid';
  /** The text as sent; for an excluded contribution, as it would be sent; empty for an invalid one. */
  text: string;
  /** Estimated number of tokens in `text`. */
  tokens: number;
}

/** A copy of a request, for the request inspector. The newest 20 per chat are kept. It contains neither endpoint nor key. */
export interface SentRequest {
  id: string;
  chatId: string;
  runId: string;
  /** The id of its response. */
  messageId: string;
  atMs: number;
  model: string;
  prompt: { parts: PromptPart[]; problems: PromptProblem[] };
  /** With the system prompt. */
  messages: ApiMessage[];
  tools: ApiTool[];
  /** Estimated numbers of tokens; `messages` excludes the system prompt. */
  tokens: { systemPrompt: number; tools: number; messages: number; total: number };
}
