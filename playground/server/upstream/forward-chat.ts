import type { Context } from 'hono';
import { z } from 'zod';
import { openAiError } from '../api-errors';
import { modelNotFound } from '../model-not-found';
import type { Filters } from '../saved-rules';
import { isHidden } from '../visible-models';
import type { Upstream } from './upstream';
import { UPSTREAM_PREFIX } from './upstream-settings';

/** The parts of a chat completion that are read before it is forwarded; the upstream validates the rest. */
export const forwardedRequest = z.looseObject({ model: z.string().min(1) });

const CLIENT_CLOSED = 499;

/**
 * Forwards a chat completion to the upstream. A hidden model is refused, also if its id is given without the
 * provider's name. Rejects with UpstreamError.
 */
export async function forwardChat(
  context: Context,
  request: z.infer<typeof forwardedRequest>,
  { upstream, filters }: { upstream: Upstream; filters: Filters },
): Promise<Response> {
  const { model } = request;
  const hasPrefix = model.startsWith(UPSTREAM_PREFIX);
  const upstreamId = hasPrefix ? model.slice(UPSTREAM_PREFIX.length) : model;
  if (isHidden(filters, model) || isHidden(filters, UPSTREAM_PREFIX + upstreamId)) {
    return openAiError(context, 404, modelNotFound(model));
  }
  const body = hasPrefix ? JSON.stringify({ ...request, model: upstreamId }) : await context.req.text();
  const { signal } = context.req.raw;
  try {
    return await upstream.complete(body, context.req.header('Accept') ?? '*/*', signal);
  } catch (error) {
    // The client is gone, so nobody reads this; only the record uses its status.
    if (signal.aborted) return new Response(null, { status: CLIENT_CLOSED });
    throw error;
  }
}
