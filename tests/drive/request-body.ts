import type { Request } from 'playwright';

/** The name of the header in which Firefox's driver passes the body of a request that waits for a route. */
export const BODY_HEADER = 'x-driver-body';

/** The body of a request that waits for a route; null without one. Playwright has none of Firefox's. */
export function bodyOf(request: Request): string | null {
  return request.postData() ?? request.headers()[BODY_HEADER] ?? null;
}
