import type { Json } from '@/src/schema/values/json';
import { FixtureReply, type FixtureRequest, type FixtureSite, reply } from './adapter-case';
import type { TabAnswer, TabRequest } from './kit-browser';

/** Most redirects that are followed for one request. */
const MAX_REDIRECTS = 5;

/** The answer of a fixture's own server. Redirects are followed here, since a browser sends a redirected request to the real site. */
export function answerFrom(
  answer: NonNullable<FixtureSite['answer']>,
  request: TabRequest,
): NonNullable<TabAnswer> {
  let answered = answer({ ...request, body: parsedBody(request.body) });
  for (let count = 0; count < MAX_REDIRECTS; count += 1) {
    const path = redirectPath(answered, request.path);
    if (path === null) break;
    answered = answer({ method: 'GET', path, headers: request.headers, body: null });
  }
  return tabAnswer(answered instanceof FixtureReply ? answered : withStatus(answered));
}

function withStatus(body: Json): FixtureReply {
  return body === null
    ? reply(404, 'not found', { headers: { 'content-type': 'text/plain' } })
    : reply(200, body);
}

function parsedBody(text: string | null): FixtureRequest['body'] {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the body of a form, for example.
    return text;
  }
}

/** Path and query of the answer's redirect; null if it is none. */
function redirectPath(answered: Json | FixtureReply, from: string): string | null {
  if (!(answered instanceof FixtureReply) || answered.status < 300 || answered.status > 399) return null;
  const { location } = answered.headers;
  if (location === undefined) return null;
  const { pathname, search } = new URL(location, new URL(from, 'https://fixture.example'));
  return `${pathname}${search}`;
}

function tabAnswer({ status, body, headers, afterMs }: FixtureReply): NonNullable<TabAnswer> {
  const isHtml = typeof body === 'string';
  return {
    status,
    headers: { 'content-type': isHtml ? 'text/html; charset=utf-8' : 'application/json', ...headers },
    body: isHtml ? body : body === null ? '' : JSON.stringify(body),
    afterMs,
  };
}
