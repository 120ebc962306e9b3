import type { IncomingMessage } from 'node:http';
import { answerBody } from './answer-body';
import { createKeyMask, maskKey } from './mask-key';
import { readModels } from './read-models';
import { sendUpstream } from './send-upstream';
import { UpstreamError } from './upstream-error';
import type { UpstreamSettings } from './upstream-settings';

const LIST_TIMEOUT_MS = 10_000;

/** The operations that the playground uses of its upstream. */
export interface Upstream {
  /**
   * Sends a chat completion. Status, end-to-end headers and body are the upstream's; the body is streamed.
   * Rejects with {@link UpstreamError}, or with the signal's reason.
   */
  complete(body: string, accept: string, signal: AbortSignal): Promise<Response>;
  /** The upstream's own ids of its models, in its order; some may be doubles. Rejects with {@link UpstreamError}. */
  listModels(): Promise<string[]>;
}

/** The upstream at an address. Its key is sent to this address only, and masked in all answers. */
export function createUpstream(settings: UpstreamSettings): Upstream {
  const { baseUrl, apiKey } = settings;
  return {
    async complete(body, accept, signal) {
      const request = { method: 'POST', path: '/chat/completions', accept, body, signal } as const;
      const answer = await sendUpstream(settings, request);
      refuseRedirect(answer, baseUrl);
      return toResponse(answer, apiKey);
    },
    async listModels() {
      const signal = AbortSignal.timeout(LIST_TIMEOUT_MS);
      const request = {
        method: 'GET',
        path: '/models',
        accept: 'application/json',
        body: null,
        signal,
      } as const;
      try {
        const answer = await sendUpstream(settings, request);
        refuseRedirect(answer, baseUrl);
        return await readModels(answer, baseUrl);
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

function refuseRedirect(answer: IncomingMessage, baseUrl: string): void {
  const status = statusOf(answer);
  if (status < 300 || status > 399) return;
  answer.destroy();
  throw new UpstreamError(
    'upstream_redirect',
    `The upstream ${baseUrl} answered with a redirect (${status}), which is not followed. Set UPSTREAM_BASE_URL to where it is now.`,
  );
}

function toResponse(answer: IncomingMessage, apiKey: string | null): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value === undefined || KEPT_BACK.test(name)) continue;
    headers.set(name, maskKey(String(value), apiKey));
  }
  // Without a length the body is streamed; this header makes the server send it from its first byte.
  if (!headers.has('content-length')) headers.set('transfer-encoding', 'chunked');
  const status = statusOf(answer);
  const hasBody = status !== 204 && status !== 205;
  if (!hasBody) answer.resume();
  return new Response(hasBody ? answerBody(answer, createKeyMask(apiKey)) : null, { status, headers });
}

function statusOf(answer: IncomingMessage): number {
  const status = answer.statusCode ?? 0;
  if (status >= 200 && status <= 599) return status;
  answer.destroy();
  throw new UpstreamError('upstream_unusable', `The upstream answered with the unknown status ${status}.`);
}

/** Headers that concern a single connection or the upstream's own site. */
const KEPT_BACK =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|set-cookie|access-control-.*|alt-svc|strict-transport-security)$/;
