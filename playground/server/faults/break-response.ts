import type { Context } from 'hono';
import { type BodyFault, breakBody } from './break-body';

/** Applies a fault to the response of a route. Error responses stay unchanged. */
export function breakResponse(context: Context, fault: BodyFault): void {
  const response = context.res;
  if (!response.ok || response.body === null) return;
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
  const headers = new Headers(response.headers);
  // The length is no longer valid, and a body that arrives in parts is sent in parts.
  headers.delete('content-length');
  headers.set('transfer-encoding', 'chunked');
  const { status } = response;
  // Hono would merge the old response's headers into the new one.
  context.res = undefined;
  context.res = new Response(breakBody(response.body, fault, isStream), { status, headers });
}
