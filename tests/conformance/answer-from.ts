import type { Route } from 'playwright';
import type { Json } from '@/src/core/json';
import type { FixtureRequest } from './adapter-case';

/** Answers a request of a browser from a fixture's own server. */
export async function answerFrom(answer: (request: FixtureRequest) => Json, route: Route): Promise<void> {
  const request = route.request();
  const { pathname, search } = new URL(request.url());
  const text = request.postData();
  const body = text === null ? null : (JSON.parse(text) as Json);
  const answered = answer({ method: request.method(), path: `${pathname}${search}`, body });
  if (answered === null) return route.fulfill({ status: 404, body: 'not found' });
  return typeof answered === 'string'
    ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: answered })
    : route.fulfill({ json: answered });
}
