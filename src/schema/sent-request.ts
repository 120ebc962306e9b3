import type { ApiMessage, ApiTool } from './api-message';
import type { PromptProblem } from './prompt-problem';
import type { NumberedSnapshot } from './snapshot';
import type { RequestKind } from './usage';
import type { Json } from './values/json';

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

/** Something of the record that a request does not contain, or contains shortened. The record itself stays whole. */
export interface Omission {
  what: 'messages' | 'calls' | 'results' | 'arguments' | 'page-states' | 'cache-mark' | 'images';
  /**
   * - `set-aside`: rolled back or edited by the user
   * - `local`: rows for the user only
   * - `summary`: messages before the summary that replaces them
   * - `tool-memory`, `aged`, `trimmed`: by the chat's settings
   * - `too-long`: results cut to the chat's limit
   * - `blank`: answers without text and calls, which endpoints refuse
   * - `without-call`: results without their call, and second results of a call, which endpoints refuse; no correct record has any
   * - `refused-call`: long arguments of a call that had no effect
   * - `superseded`: page states older than the newest
   * - `marked-part-changed`: the cache mark of the latest answer's request lost its place, so the mark moved
   * - `endpoint-refused`: the endpoint accepts no cache marks
   * - `model-takes-none`: images, which the chosen model takes none of
   */
  reason:
    | 'set-aside'
    | 'local'
    | 'summary'
    | 'tool-memory'
    | 'aged'
    | 'trimmed'
    | 'too-long'
    | 'blank'
    | 'without-call'
    | 'refused-call'
    | 'superseded'
    | 'marked-part-changed'
    | 'endpoint-refused'
    | 'model-takes-none';
  count: number;
  /** Names of the tools whose calls are left out, in the order of their first use; otherwise empty. */
  tools: string[];
}

/** A copy of a request, for the request inspector. The newest 20 per chat are kept. It contains neither endpoint nor key. */
export interface SentRequest {
  id: string;
  chatId: string;
  /** Null for requests that belong to no run. */
  runId: string | null;
  kind: RequestKind;
  /** The id of its response. */
  messageId: string;
  atMs: number;
  model: string;
  prompt: { parts: PromptPart[]; problems: PromptProblem[] };
  /** With the system prompt. */
  messages: ApiMessage[];
  tools: ApiTool[];
  /** Indices of the messages with a cache mark. */
  cacheMarks: number[];
  omissions: Omission[];
  /** The snapshot of the page that it contains; null if it contains none, as that for a title. */
  snapshot: NumberedSnapshot | null;
  /** Estimated numbers of tokens; `messages` excludes the system prompt. */
  tokens: { systemPrompt: number; tools: number; messages: number; total: number };
}

/** A request as it is stored: each message, tool and part of the prompt by the hash of its content. */
export interface StoredRequest extends Omit<SentRequest, 'prompt' | 'messages' | 'tools'> {
  prompt: { parts: (Omit<PromptPart, 'text'> & { textHash: string })[]; problems: PromptProblem[] };
  messages: string[];
  tools: string[];
}

/** A message, tool or text that requests of one chat contain. Stored once, however many of them do. */
export interface RequestPart {
  chatId: string;
  /** Hash of the content. */
  hash: string;
  content: Json;
}
