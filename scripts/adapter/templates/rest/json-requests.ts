import { memberOf } from '@/src/core/json-values';
import { isJsonObject, type Json } from '@/src/schema/values/json';
import { pageProblem } from '../page-problem';
import { isHtml, isLogin, jsonIn, type PageAnswer, problemOf, reasonIn, sendToPage } from '../page-requests';

/** Members by which an answer says that the request failed, even with the status 200. */
const FAILURES = ['err', 'error', 'errors'];
/** Their values in answers that say nothing by them. */
const NOTHING = ['null', 'false', '0', '""', '[]', '{}'];

/**
 * Creates the function that sends JSON to the page's API and resolves with the JSON of its answer; null for an empty answer to a change.
 * `ownHeaders` are added to each request, such as the page's own token.
 */
export function jsonRequests(document: Document, ownHeaders: () => Readonly<Record<string, string>>) {
  return async (method: string, path: string, body: Json, signal: AbortSignal): Promise<unknown> => {
    const headers = {
      // Without it some servers answer the page in place of the data.
      accept: 'application/json',
      ...(body !== null && { 'content-type': 'application/json' }),
      ...ownHeaders(),
    };
    const request = { method, path, headers, body: body === null ? null : JSON.stringify(body) };
    return jsonOf(method, await sendToPage(document, { ...request, reasonOf: () => null }, signal));
  };
}

function jsonOf(method: string, { asked, text }: PageAnswer): unknown {
  const code = problemOf(method);
  const answer = jsonIn(text);
  if (answer === undefined) {
    // A change may be answered by nothing, or by a word such as OK.
    if (method !== 'GET' && !isHtml(text)) return null;
    const details = `${asked} was answered with ${text === '' ? 'nothing' : 'a page or a text'} in place of JSON.`;
    throw pageProblem(code, isLogin(text) ? { details, status: 401 } : details);
  }
  if (!isFailure(answer)) return answer;
  const reason = reasonIn(answer);
  throw pageProblem(code, { details: `${asked} was answered with an error: ${reason ?? text}`, reason });
}

function isFailure(answer: Json): boolean {
  if (!isJsonObject(answer)) return false;
  return (
    answer.success === false ||
    answer.ok === false ||
    FAILURES.some((name) => !NOTHING.includes(JSON.stringify(memberOf(answer, name))))
  );
}

/**
 * An id as a part of a path. `as`: an id is one segment, whose slashes are encoded (`a%2Fb`), or with `segments` it has several, as
 * `@scope/module/set` has. Throws for an id that would lead to another address.
 */
export function idInPath(id: string, as: 'one segment' | 'segments'): string {
  const segments = as === 'segments' ? id.split('/') : [id];
  if (segments.some((segment) => ['', '.', '..'].includes(segment))) {
    throw pageProblem('state-refused', `${JSON.stringify(id)} can’t be a part of an address.`);
  }
  return segments.map(encodeURIComponent).join('/');
}
