import type { ApiMessage, ApiTool } from '@/src/schema/api-message';
import type { RequestPart, SentRequest, StoredRequest } from '@/src/schema/sent-request';
import type { Json } from '@/src/schema/values/json';
import { textError } from '../errors';
import { hashJson } from '../hash';

/** A request as it is stored: its row, and the parts that the row names, each part once. */
export interface SplitRequest {
  row: StoredRequest;
  parts: RequestPart[];
}

export function splitRequest(request: SentRequest): SplitRequest {
  return splitWith(request, hashJson);
}

/**
 * Returns a {@link splitRequest} that keeps the hashes of the last request, since the next request of a chat begins
 * with the same messages. Hashing ten thousand messages takes longer than everything else.
 */
export function createRequestSplitter(): (request: SentRequest) => SplitRequest {
  let last = new Map<string, string>();
  return (request) => {
    const hashes = new Map<string, string>();
    const split = splitWith(request, (content) => {
      const text = JSON.stringify(content);
      const hash = last.get(text) ?? hashJson(content);
      hashes.set(text, hash);
      return hash;
    });
    last = hashes;
    return split;
  };
}

function splitWith(request: SentRequest, hashContent: (content: Json) => string): SplitRequest {
  const parts = new Map<string, RequestPart>();
  const hashOf = (content: Json) => {
    const hash = hashContent(content);
    parts.set(hash, { chatId: request.chatId, hash, content });
    return hash;
  };
  const { prompt, messages, tools } = request;
  const row: StoredRequest = {
    ...request,
    prompt: {
      parts: prompt.parts.map(({ text, ...part }) => ({ ...part, textHash: hashOf(text) })),
      problems: prompt.problems,
    },
    messages: messages.map((message) => hashOf(message as unknown as Json)),
    tools: tools.map((tool) => hashOf(tool as unknown as Json)),
  };
  return { row, parts: [...parts.values()] };
}

/** The request that was split into this row and these parts. Throws `storage` if a part is missing. */
export function joinRequest(row: StoredRequest, parts: readonly RequestPart[]): SentRequest {
  const contents = new Map(parts.map(({ hash, content }) => [hash, content]));
  const contentOf = (hash: string): Json => {
    const content = contents.get(hash);
    if (content !== undefined) return content;
    throw textError('storage', 'error.history.partGone');
  };
  return {
    ...row,
    prompt: {
      parts: row.prompt.parts.map(({ textHash, ...part }) => ({
        ...part,
        text: String(contentOf(textHash)),
      })),
      problems: row.prompt.problems,
    },
    messages: row.messages.map((hash) => contentOf(hash) as unknown as ApiMessage),
    tools: row.tools.map((hash) => contentOf(hash) as unknown as ApiTool),
  };
}

export function partHashes({ prompt, messages, tools }: StoredRequest): string[] {
  return [...prompt.parts.map(({ textHash }) => textHash), ...messages, ...tools];
}
