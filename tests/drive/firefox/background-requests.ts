import type { BrowserContext } from 'playwright';
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

/** Makes Firefox keep the bodies of requests from now on, for {@link reportBackgroundRequest}. */
export async function keepRequestBodies(tap: BidiTap): Promise<void> {
  await tap.command('network.addDataCollector', {
    dataTypes: ['request'],
    maxEncodedDataSize: MAX_BODY_BYTES,
  });
}

/** Emits the `request` event of `context` for a request of an extension's background. */
export async function reportBackgroundRequest(
  context: BrowserContext,
  tap: BidiTap,
  { request: id, url, method, headers }: SentRequest,
): Promise<void> {
  const body = await tap
    .command<{ bytes: { value: string } }>('network.getData', { dataType: 'request', request: id })
    // A request without a body.
    .catch(() => null);
  reportRequest(context, {
    url,
    method,
    headers: Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value.value])),
    body: body?.bytes.value ?? null,
  });
}
