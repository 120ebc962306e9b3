import type { Json } from '@/src/schema/values/json';
import { isJsonObject } from '@/src/schema/values/json';
import type { SentRequest } from './kit-browser';

/** Methods of requests that change nothing on a server. */
const READING = ['GET', 'HEAD', 'OPTIONS'];

/** Longest part of an answer in a problem. */
const MAX_ANSWER_LENGTH = 160;

/** A request with its answer. `status` is null until the answer has arrived. */
export interface LoggedRequest {
  request: SentRequest;
  status: number | null;
  body: string;
}

/** True if the request may change something on its server. */
export function isChanging({ method }: Pick<SentRequest, 'method'>): boolean {
  return !READING.includes(method);
}

/** Body members that name the operation, on servers where several operations share one address. */
const OPERATIONS = ['operationName', 'query', 'method', 'action'];

/**
 * The kind of a request: all polls of a page have the same kind. Requests to one address have different kinds only if their bodies name
 * an operation, as GraphQL's and JSON-RPC's do.
 */
export function kindOf({ method, path, body }: SentRequest): string {
  const [pathname = ''] = path.split('?');
  return JSON.stringify([method, pathname, ...operationsIn(parsed(body))]);
}

function operationsIn(body: Json): Json[] {
  if (Array.isArray(body)) return body.flatMap(operationsIn);
  if (!isJsonObject(body)) return [];
  return OPERATIONS.flatMap((name) => (typeof body[name] === 'string' ? [body[name]] : []));
}

function parsed(body: string | null): Json {
  try {
    return JSON.parse(body ?? 'null');
  } catch {
    // A form, for example, which names no operation.
    return null;
  }
}

/** A request with its answer, e.g. `PUT /nodes/a answered 400 {"message":"in use"}`. */
export function answerInWords({ request, status, body }: LoggedRequest): string {
  const answer = status === null ? 'was not answered' : `answered ${status}`;
  return `${request.method} ${request.path} ${answer} ${body.slice(0, MAX_ANSWER_LENGTH)}`.trim();
}
