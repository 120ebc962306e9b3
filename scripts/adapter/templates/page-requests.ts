import { memberOf } from '@/src/core/json-values';
import { isJsonObject, type Json } from '@/src/schema/values/json';
import { pageProblem } from './page-problem';

/** Longest reason of a server that is shown, in UTF-16 units. */
const MAX_REASON_LENGTH = 300;

/** Members in which servers state why they refuse a request, the most telling first. */
const REASONS = [
  'message',
  'msg',
  'detail',
  'error_description',
  'error',
  'err',
  'errors',
  'reason',
  'title',
];

/** A request to the page's own server. */
interface PageRequest {
  method: string;
  /** Address, relative to the page. */
  path: string;
  headers: Readonly<Record<string, string>>;
  /** Null for none. */
  body: string | URLSearchParams | FormData | null;
  /** The reason in a page with which the server refuses; null without one. */
  reasonOf(html: string): string | null;
}

/** The answer to a request that the server took. */
export interface PageAnswer {
  /** Method and path of the request, for details of errors. */
  asked: string;
  /** Address that answered, after redirects. */
  url: string;
  text: string;
}

/**
 * Sends a request to the page's own origin, so that the browser adds the session's cookies. Rejects with the server's reason if it
 * refuses.
 */
export async function sendToPage(
  document: Document,
  { method, path, headers, body, reasonOf }: PageRequest,
  signal: AbortSignal,
): Promise<PageAnswer> {
  const code = problemOf(method);
  const url = new URL(path, document.URL);
  const asked = `${method} ${url.pathname}${url.search}`;
  // An address of the page, such as that of a form, may lead elsewhere.
  if (url.origin !== new URL(document.URL).origin) throw pageProblem(code, `${url} is another site.`);
  const request = { method, signal, headers, ...(body !== null && { body }) };
  const response = await fetch(url, request).catch((cause: unknown) => {
    throw pageProblem(code, `${asked} got no answer: ${cause}`);
  });
  const { ok, status } = response;
  const text = await response.text();
  if (ok) return { asked, url: response.url === '' ? url.href : response.url, text };
  const reason = isHtml(text) ? reasonOf(text) : reasonIn(jsonIn(text) ?? text);
  const details = `${asked} was answered ${status}${reason === null ? '.' : `: ${reason}`}`;
  throw pageProblem(code, { details, reason, status });
}

/** The code of the error for a request that fails: only a request that changes something is refused. */
export function problemOf(method: string): 'page-protocol' | 'state-refused' {
  return method === 'GET' ? 'page-protocol' : 'state-refused';
}

/** The JSON of a text; undefined for any other text. */
export function jsonIn(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    // Callers report what isn't JSON.
    return undefined;
  }
}

export function isHtml(text: string): boolean {
  return /^\s*</.test(text);
}

/** True for a page with a field for a password, which servers show in place of any other once a session has ended. */
export function isLogin(text: string): boolean {
  return /<input[^>]+type=["']?password/i.test(text);
}

/** The server's own reason in an answer; null without one. */
export function reasonIn(answer: Json): string | null {
  if (typeof answer === 'string') {
    const line = answer.replace(/\s+/g, ' ').trim();
    return line === '' ? null : line.slice(0, MAX_REASON_LENGTH);
  }
  if (Array.isArray(answer)) return reasonIn(answer[0] ?? null);
  if (!isJsonObject(answer)) return null;
  for (const name of REASONS) {
    const reason = reasonIn(memberOf(answer, name));
    if (reason !== null) return reason;
  }
  return null;
}
