import type { Json } from '@/src/schema/values/json';
import type { FixtureRequest } from './adapter-case';
import type { TabAnswer } from './kit-browser';

/** The answer of a fixture's own server. */
export function answerFrom(
  answer: (request: FixtureRequest) => Json,
  request: Omit<FixtureRequest, 'body'> & { body: string | null },
): NonNullable<TabAnswer> {
  const body = request.body === null ? null : (JSON.parse(request.body) as Json);
  const answered = answer({ ...request, body });
  if (answered === null) return { status: 404, contentType: 'text/plain', body: 'not found' };
  return typeof answered === 'string'
    ? { status: 200, contentType: 'text/html; charset=utf-8', body: answered }
    : { status: 200, contentType: 'application/json', body: JSON.stringify(answered) };
}
