import { z } from 'zod';
import { parseJson } from '../../parse-json';
import { createKeyMask, maskKey } from './mask-key';
import type { UpstreamSettings } from './upstream-settings';

const LIST_TIMEOUT_MS = 10_000;

/** Thrown if the upstream gave no usable answer. The message is for the user and never contains the key. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly code: 'upstream_unreachable' | 'upstream_redirect' | 'upstream_unusable';

  constructor(code: UpstreamError['code'], message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
  }
}

/** The operations of the upstream that the playground uses. */
export interface Upstream {
  /**
   * Sends a chat completion. Status, end-to-end headers and body are those of the upstream; the body is streamed.
   * Rejects with {@link UpstreamError} or with the signal's reason.
   */
  complete(body: string, accept: string, signal: AbortSignal): Promise<Response>;
  /** The ids of the upstream's models, in its order; may contain duplicates. Rejects with {@link UpstreamError}. */
  listModels(): Promise<string[]>;
}

/** Creates the client for an upstream. Sends the key only to this base URL, and masks it in all answers. */
export function createUpstream({ baseUrl, apiKey }: UpstreamSettings): Upstream {
  const send = async (path: string, init: RequestInit & { signal: AbortSignal }): Promise<Response> => {
    const headers = new Headers(init.headers);
    // The answer is passed on byte for byte, so every client must be able to read it.
    headers.set('Accept-Encoding', 'identity');
    if (apiKey !== null) headers.set('Authorization', `Bearer ${apiKey}`);
    try {
      const answer = await fetch(baseUrl + path, { ...init, headers, redirect: 'manual' });
      if (answer.status < 300 || answer.status > 399) return answer;
      await answer.body?.cancel();
      throw new UpstreamError(
        'upstream_redirect',
        `The upstream ${baseUrl} answered with a redirect (${answer.status}), which is not followed. Set UPSTREAM_BASE_URL to where it is now.`,
      );
    } catch (error) {
      if (error instanceof UpstreamError || init.signal.aborted) throw error;
      throw new UpstreamError(
        'upstream_unreachable',
        `The upstream ${baseUrl} can’t be reached (${reasonOf(error)}). Check that it runs and that UPSTREAM_BASE_URL is right.`,
        error,
      );
    }
  };
  return {
    async complete(body, accept, signal) {
      const headers = { Accept: accept, 'Content-Type': 'application/json' };
      const answer = await send('/chat/completions', { method: 'POST', headers, body, signal });
      return passOn(answer, apiKey);
    },
    async listModels() {
      const signal = AbortSignal.timeout(LIST_TIMEOUT_MS);
      try {
        const answer = await send('/models', { signal });
        return readModels(answer.status, await answer.text(), baseUrl);
      } catch (error) {
        if (error instanceof UpstreamError) throw error;
        const reason = signal.aborted
          ? `didn’t send its list of models within ${LIST_TIMEOUT_MS / 1000} seconds`
          : 'broke off while it sent its list of models';
        throw new UpstreamError(
          'upstream_unreachable',
          `The upstream ${baseUrl} ${reason}. Try again.`,
          error,
        );
      }
    },
  };
}

/** The code of the underlying system error, such as ECONNREFUSED. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(error);
}

const listBody = z.object({ data: z.array(z.object({ id: z.string().min(1) })) });

function readModels(status: number, text: string, baseUrl: string): string[] {
  const parsed = listBody.safeParse(parseJson(text));
  if (status === 200 && parsed.success) return parsed.data.data.map(({ id }) => id);
  const reason = status === 200 ? 'it has another shape than OpenAI’s' : `it answered with status ${status}`;
  throw new UpstreamError(
    'upstream_unusable',
    `The upstream ${baseUrl} gave no list of models: ${reason}. Check UPSTREAM_BASE_URL and UPSTREAM_API_KEY.`,
  );
}

function passOn({ status, headers: given, body }: Response, apiKey: string | null): Response {
  const headers = new Headers();
  for (const [name, value] of given) if (!KEPT_BACK.test(name)) headers.set(name, maskKey(value, apiKey));
  // Without a length the body is streamed; this header makes the server send the first bytes at once.
  headers.set('transfer-encoding', 'chunked');
  const mask = createKeyMask(apiKey);
  return new Response(mask === null ? body : (body?.pipeThrough(mask) ?? null), { status, headers });
}

/**
 * Headers that concern a single connection, the upstream's own site, or an encoding that has been decoded; they are not
 * passed on.
 */
const KEPT_BACK =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|content-(?:length|encoding)|upgrade|set-cookie|access-control-.*|alt-svc|strict-transport-security)$/;
