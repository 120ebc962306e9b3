import type { Context } from 'hono';
import { type BodyFault, breakBody } from './break-body';

/** Breaks the answer that a route has made. Answers that are errors already stay as they are. */
export function breakResponse(context: Context, fault: BodyFault): void {
  const response = context.res;
  if (!response.ok || response.body === null) return;
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
  const headers = new Headers(response.headers);
  // The length no longer holds, and a body that comes in parts is to be sent on part by part.
  headers.delete('content-length');
  headers.set('transfer-encoding', 'chunked');
  const { status } = response;
  // Hono would merge the old response's headers into the new one's.
  context.res = undefined;
  context.res = new Response(breakBody(response.body, fault, isStream), { status, headers });
}
