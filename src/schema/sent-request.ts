import { z } from 'zod';
import type { ApiMessage, ApiTool } from './api-message';
import { promptProblemSchema } from './prompt-problem';
import { countSchema, idSchema, jsonSchema, timeSchema } from './scalars';
import { numberedSnapshotSchema } from './snapshot';
import { requestKindSchema } from './usage';

/** A {@link PromptPart} with the hash of its text in place of the text. */
const storedPartSchema = z.strictObject({
  key: z.string(),
  /** The section's title. */
  section: z.string(),
  priority: z.number(),
  /** `base` for Steward's own contributions. */
  source: z.enum(['base', 'adapter']),
  /** `invalid`: its key or its template can't be used; a PromptProblem has the reason. */
  state: z.enum(['sent', 'overridden', 'excluded', 'invalid']),
  /** Estimated number of tokens in the text. */
  tokens: z.number().min(0),
  textHash: z.string(),
});

/** One contribution to the system prompt of a request, for the prompt inspector. */
export type PromptPart = Omit<z.infer<typeof storedPartSchema>, 'textHash'> & {
  /** The text as sent; for an excluded contribution, as it would be sent; empty for an invalid one. */
  text: string;
};

/** Something of the record that a request does not contain, or contains shortened. The record itself stays whole. */
const omissionSchema = z.strictObject({
  what: z.enum(['messages', 'calls', 'results', 'arguments', 'page-states', 'cache-mark', 'images']),
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
   * - `marked-part-changed`: the messages up to the last request's cache mark are no longer sent as they were, so the provider's cache
   *   can't be used for them
   * - `endpoint-refused`: the endpoint accepts no cache marks
   * - `model-takes-none`: images, because the chosen model takes none
   */
  reason: z.enum([
    'set-aside',
    'local',
    'summary',
    'tool-memory',
    'aged',
    'trimmed',
    'too-long',
    'blank',
    'without-call',
    'refused-call',
    'superseded',
    'marked-part-changed',
    'endpoint-refused',
    'model-takes-none',
  ]),
  count: countSchema,
  /** Names of the tools whose calls are left out, in the order of their first use; otherwise empty. */
  tools: z.array(z.string()),
});

export type Omission = z.infer<typeof omissionSchema>;

const tokens = z.number().min(0);

/** A request as it is stored: each message, tool and part of the prompt by the hash of its content. */
export const storedRequestSchema = z.strictObject({
  id: idSchema,
  chatId: idSchema,
  /** Null for requests that belong to no run. */
  runId: idSchema.nullable(),
  kind: requestKindSchema,
  /** The id of its response. */
  messageId: idSchema,
  atMs: timeSchema,
  model: z.string(),
  prompt: z.strictObject({
    parts: z.array(storedPartSchema),
    problems: z.array(promptProblemSchema),
  }),
  messages: z.array(z.string()),
  tools: z.array(z.string()),
  /** Indices of the messages with a cache mark. */
  cacheMarks: z.array(countSchema),
  /** The snapshot of the page that the request contains; null if it contains none, such as a request for a title. */
  snapshot: numberedSnapshotSchema.nullable(),
  omissions: z.array(omissionSchema),
  /** Estimated numbers of tokens; `messages` excludes the system prompt. */
  tokens: z.strictObject({ systemPrompt: tokens, tools: tokens, messages: tokens, total: tokens }),
});

export type StoredRequest = z.infer<typeof storedRequestSchema>;

/** A copy of a request, for the request inspector. The newest 20 per chat are kept. It contains neither endpoint nor key. */
export type SentRequest = Omit<StoredRequest, 'prompt' | 'messages' | 'tools'> & {
  prompt: Omit<StoredRequest['prompt'], 'parts'> & { parts: PromptPart[] };
  /** With the system prompt. */
  messages: ApiMessage[];
  tools: ApiTool[];
};

/** A message, tool or text that requests of one chat contain. Stored once, however many requests contain it. */
export const requestPartSchema = z.strictObject({
  chatId: idSchema,
  /** Hash of the content. */
  hash: z.string().min(1),
  content: jsonSchema,
});

export type RequestPart = z.infer<typeof requestPartSchema>;
