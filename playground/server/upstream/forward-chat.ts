import type { Context } from 'hono';
import { z } from 'zod';
import { exhaustedStream, failureOfStatus } from './exhausted-stream';
import { type Upstream, UpstreamError } from './upstream';
import { UPSTREAM_PREFIX, UPSTREAM_PROVIDER } from './upstream-settings';

/** The parts of a chat completion that are read before forwarding; the upstream validates the rest. */
export const forwardedRequest = z.looseObject({ model: z.string().min(1), stream: z.boolean().nullish() });

const CLIENT_CLOSED = 499;

const MAX_REASON_LENGTH = 1000;

/**
 * Forwards a chat completion to the upstream, also for a model that the rules hide. A failure before the first byte of
 * a stream becomes an error event of a stream with status 200, as in the real proxy. Otherwise the upstream's answer is
 * passed on; without an answer, the promise rejects with UpstreamError.
 */
export async function forwardChat(
  context: Context,
  request: z.infer<typeof forwardedRequest>,
  upstream: Upstream,
): Promise<Response> {
  const { model, stream } = request;
  const hasPrefix = model.startsWith(UPSTREAM_PREFIX);
  const upstreamId = hasPrefix ? model.slice(UPSTREAM_PREFIX.length) : model;
  const body = hasPrefix ? JSON.stringify({ ...request, model: upstreamId }) : await context.req.text();
  const { signal } = context.req.raw;
  try {
    const answer = await upstream.complete(body, context.req.header('Accept') ?? '*/*', signal);
    if (stream !== true || answer.ok) return answer;
    return exhaustedStream(
      UPSTREAM_PROVIDER,
      failureOfStatus(answer.status),
      (await answer.text()).slice(0, MAX_REASON_LENGTH),
    );
  } catch (error) {
    // The client has disconnected, so nobody receives this response.
    if (signal.aborted) return new Response(null, { status: CLIENT_CLOSED });
    if (stream === true && error instanceof UpstreamError) {
      return exhaustedStream(
        UPSTREAM_PROVIDER,
        { kind: 'passing', errorType: 'api_connection' },
        error.message,
      );
    }
    throw error;
  }
}
