import type { ApiMessage, ApiTool } from './api-message';
import type { PromptProblem } from './prompt-problem';
/** What became of one contribution, for the prompt inspector. */
export interface PromptPart {
  key: string;
  /** The section's title. */
  section: string;
  priority: number;
  /** Whose it is, by the type in its key: Steward's own, or the adapter's. */
  source: 'base' | 'adapter';
  /** `invalid`: its key or its template can't be used; a problem says why. */
  state: 'sent' | 'overridden' | 'excluded' | 'invalid';
  /** As it goes out; of an excluded one as it would; empty for an invalid one. */
  text: string;
  /** Estimate for `text`. */
  tokens: number;
}

/** What a request held, kept for looking at (design: a ring of 20 per chat, outside the messages). Holds no endpoint and no key. */
export interface SentRequest {
  id: string;
  chatId: string;
  runId: string;
  /** The response that it asked for. */
  messageId: string;
  atMs: number;
  model: string;
  prompt: { parts: PromptPart[]; problems: PromptProblem[] };
  /** As sent, the system prompt included. */
  messages: ApiMessage[];
  tools: ApiTool[];
  /** Estimates; `messages` without the system prompt. */
  tokens: { systemPrompt: number; tools: number; messages: number; total: number };
}
