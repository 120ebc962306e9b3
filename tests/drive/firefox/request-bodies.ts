import type { BrowserContext } from 'playwright';
import { BODY_HEADER } from '../request-body';
import type { BidiTap } from './bidi-tap';
import { reportRequest } from './private-interfaces';

/** A request in an event of WebDriver BiDi, before it is sent. */
export interface SentRequest {
  request: string;
  url: string;
  method: string;
  headers: { name: string; value: { type: string; value: string } }[];
  bodySize: number | null;
}

/** Longest body that Firefox keeps for the driver. */
const MAX_BODY_BYTES = 2_000_000;

/**
 * Makes Firefox keep the bodies of requests from now on, for {@link reportBackgroundRequest}. The body of a request that Playwright routes
 * becomes a header of it, because Playwright itself reads no bodies in Firefox.
 */
export async function keepRequestBodies(tap: BidiTap): Promise<void> {
  await tap.command('network.addDataCollector', {
    dataTypes: ['request'],
    maxEncodedDataSize: MAX_BODY_BYTES,
  });
  tap.complete = (method, { isBlocked, request }) => {
    const { request: id, bodySize, headers } = (request ?? {}) as SentRequest;
    if (method !== 'network.beforeRequestSent' || isBlocked !== true || !bodySize) return null;
    return readBody(tap, id).then((body) => {
      if (body !== null) headers.push({ name: BODY_HEADER, value: body });
    });
  };
}

/** The body of a request; null without one. */
async function readBody(tap: BidiTap, request: string): Promise<{ type: string; value: string } | null> {
  const data = await tap
    .command<{ bytes: { type: string; value: string } }>('network.getData', { dataType: 'request', request })
    .catch(() => null);
  return data?.bytes ?? null;
}

/** Emits the `request` event of `context` for a request of an extension's background. */
export async function reportBackgroundRequest(
  context: BrowserContext,
  tap: BidiTap,
  { request: id, url, method, headers }: SentRequest,
): Promise<void> {
  const body = await readBody(tap, id);
  reportRequest(context, {
    url,
    method,
    headers: Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value.value])),
    body: body?.value ?? null,
  });
}
