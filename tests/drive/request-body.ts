import type { Request } from 'playwright';

/** The header in which Firefox's driver puts the body of a request that Playwright routes. */
export const BODY_HEADER = 'x-driver-body';

/** The body of a routed request, in both browsers; null without one. Playwright itself reads no bodies in Firefox. */
export function bodyOf(request: Request): string | null {
  return request.postData() ?? request.headers()[BODY_HEADER] ?? null;
}
