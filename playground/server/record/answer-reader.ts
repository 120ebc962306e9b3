import { z } from 'zod';
import { parseJson } from '../../parse-json';
import type { ChatTokens } from './chat-record';

/** Reads an answer while it is passed on. */
export interface AnswerReader {
  push(bytes: Uint8Array): void;
  /** Data that the answer reported, after all of it or a part has passed. */
  end(): { tokens: ChatTokens | null; failure: { type: string; message: string } | null };
}

/** Longer answers, and longer single lines of streams, are passed on without being read. */
const MAX_TEXT_LENGTH = 4 * 1024 * 1024;

const count = z.number().int().nonnegative();

/** The parts of an answer or chunk that are read; each is optional. */
const answerParts = z.object({
  usage: z
    .object({
      prompt_tokens: count,
      completion_tokens: count,
      total_tokens: count,
      prompt_tokens_details: z.object({ cached_tokens: count.nullish() }).nullish(),
      completion_tokens_details: z.object({ reasoning_tokens: count.nullish() }).nullish(),
    })
    .nullish()
    .catch(null),
  error: z
    .object({ message: z.string(), type: z.string().nullish(), code: z.unknown().optional() })
    .nullish()
    .catch(null),
});

/** A reader for an answer of this content type: server-sent events, or a single JSON text. */
export function createAnswerReader(contentType: string): AnswerReader {
  const isStream = contentType.includes('text/event-stream');
  const decoder = new TextDecoder();
  let open = '';
  let tokens: ChatTokens | null = null;
  let failure: { type: string; message: string } | null = null;

  const read = (text: string) => {
    const parts = readParts(text);
    tokens = parts.tokens ?? tokens;
    failure = parts.failure ?? failure;
  };
  const readLine = (line: string) => {
    // Most chunks have neither, and parsing each would cost more than passing it on.
    if (line.startsWith('data:') && /"(?:usage|error)"/.test(line)) read(line.slice('data:'.length));
  };
  return {
    push(bytes) {
      open += decoder.decode(bytes, { stream: true });
      if (isStream) {
        const lines = open.split(/\r\n|\n|\r/);
        open = lines.pop() ?? '';
        for (const line of lines) readLine(line);
      }
      if (open.length > MAX_TEXT_LENGTH) open = '';
    },
    end() {
      if (isStream) readLine(open);
      else read(open);
      open = '';
      return { tokens, failure };
    },
  };
}

function readParts(text: string): ReturnType<AnswerReader['end']> {
  const parsed = answerParts.safeParse(parseJson(text));
  if (!parsed.success) return { tokens: null, failure: null };
  const { usage, error } = parsed.data;
  return { tokens: usage ? toTokens(usage) : null, failure: error ? toFailure(error) : null };
}

type AnswerParts = z.infer<typeof answerParts>;

function toFailure({ code, type, message }: NonNullable<AnswerParts['error']>) {
  return { type: typeof code === 'string' ? code : (type ?? 'error'), message };
}

/** Details that an answer leaves out count as 0: OpenAI's own API sends them only where they apply. */
function toTokens(usage: NonNullable<AnswerParts['usage']>): ChatTokens {
  return {
    prompt: usage.prompt_tokens,
    completion: usage.completion_tokens,
    total: usage.total_tokens,
    cached: usage.prompt_tokens_details?.cached_tokens ?? 0,
    reasoning: usage.completion_tokens_details?.reasoning_tokens ?? 0,
  };
}
