import type {
  PageService,
  ServiceAdapter,
  ServiceAnswer,
  ServiceClosure,
  ServiceRequest,
} from '@/src/core/adapter/service-adapter';
import { internalError, StewardError, textError } from '@/src/core/errors';
import type { Clock } from '@/src/core/ports/clock';
import { createSecretRemover } from '@/src/core/secrets/secret-filter';
import { createSerializer } from '@/src/core/serialize';
import { stopped } from '@/src/core/shared-errors';
import type { Json } from '@/src/schema/values/json';
import { type Said, say } from '@/src/schema/values/said';
import type { KeyPlace, PageKeyStore } from '../storage/page-key-store';

/** Time limit of one request, in milliseconds. */
const SERVICE_TIMEOUT_MS = 8_000;
/** Longest answer, in bytes. */
const MAX_SERVICE_BYTES = 8_388_608;

/**
 * Longest pause after a server announced that it takes no requests, in milliseconds. Limited, since a restart of the
 * server may end its refusal early.
 */
const MAX_CLOSED_MS = 60_000;

export interface PageServiceDeps {
  clock: Clock;
  keys: Pick<PageKeyStore, 'keyOf' | 'refuse'>;
  fetch: typeof fetch;
}

/**
 * The API of one page's server. Requests are sent one at a time, each with the stored key, or without one only if the
 * adapter allows that. Servers ban addresses after a few failures, so the first refusal has to end all requests that
 * wait.
 */
export function createPageService(
  deps: PageServiceDeps,
  adapter: ServiceAdapter,
  origin: string,
): PageService {
  const place: KeyPlace = { adapterId: adapter.id, origin };
  const serially = createSerializer();
  let closed: { error: StewardError; untilMs: number } | null = null;

  async function send(request: ServiceRequest, signal: AbortSignal): Promise<ServiceAnswer> {
    if (signal.aborted) throw stopped();
    if (closed !== null && deps.clock.now() < closed.untilMs) throw closed.error;
    const row = await deps.keys.keyOf(place);
    if (row === null && adapter.mayNeedNoKey) return sendWithoutKey(request, signal);
    if (row === null || row.key === null) throw keyMissing(adapter, origin, row?.refusal ?? null);
    const answer = await exchange(adapter.keyHeaders(row.key), request, signal);
    const closure = adapter.closure?.(answer) ?? null;
    if (closure !== null) {
      const now = deps.clock.now();
      const error = takesNoRequest(closure, now);
      closed = { error, untilMs: now + Math.min(closure.waitMs, MAX_CLOSED_MS) };
      throw error;
    }
    const refusal = adapter.keyRefusal(answer, request);
    if (refusal === null) return answer;
    await deps.keys.refuse(place, row.key, refusal);
    throw keyMissing(adapter, origin, refusal);
  }

  async function sendWithoutKey(request: ServiceRequest, signal: AbortSignal): Promise<ServiceAnswer> {
    const answer = await exchange({}, request, signal);
    if (adapter.keyRefusal(answer, request) === null) return answer;
    throw keyMissing(adapter, origin, null);
  }

  async function exchange(
    headers: Readonly<Record<string, string>>,
    request: ServiceRequest,
    signal: AbortSignal,
  ): Promise<ServiceAnswer> {
    const { method, path, body } = request;
    const withoutKey = (text: string) => createSecretRemover(Object.values(headers)).remove(text);
    // Called as a plain function: a browser's fetch throws as a method of another object.
    const { fetch: send } = deps;
    try {
      const response = await send(urlOf(origin, path), {
        method,
        headers: {
          ...headers,
          ...(body === null ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === null ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(SERVICE_TIMEOUT_MS)]),
        // The key must not follow a redirect to another host.
        redirect: 'error',
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
      });
      const text = await textOf(response);
      // The body of a failed request is shown and stored, so it must not contain the key.
      return {
        status: response.status,
        body: jsonIn(response.ok ? text : withoutKey(text)),
        withoutKey,
      };
    } catch (error) {
      if (signal.aborted) throw stopped();
      throw unreachable(origin, error, withoutKey);
    }
  }

  return {
    origin,
    request: (request, signal) => serially('request', () => send(request, signal)),
    requestAsClient: (request, headers, signal) =>
      serially('request', async () => {
        if (signal.aborted) throw stopped();
        return exchange(headers, request, signal);
      }),
  };
}

/** The absolute address of a path. Throws if it leads to another origin. */
function urlOf(origin: string, path: string): string {
  const url = new URL(path, origin);
  if (url.origin === origin) return url.href;
  throw internalError('internal', 'An adapter requested an address of another site; nothing was sent.');
}

/** Reads at most {@link MAX_SERVICE_BYTES}. Throws if the body is longer. */
async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (let reader = response.body?.getReader(); reader !== undefined; ) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.byteLength;
    if (length > MAX_SERVICE_BYTES) {
      await reader.cancel();
      throw new Error(`The answer is longer than ${MAX_SERVICE_BYTES} bytes.`);
    }
    chunks.push(value);
  }
  return new Blob(chunks).text();
}

/** The parsed text; null if it isn't JSON. */
function jsonIn(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // A proxy in between may answer with a page; the adapter judges by the status.
    return null;
  }
}

function keyMissing({ keyName }: ServiceAdapter, origin: string, refusal: Said | null): StewardError {
  if (refusal === null) {
    return textError('page-key', say('error.page.keyNeeded', { origin, key: keyName }));
  }
  return new StewardError('page-key', refusal, {
    remedy: say('error.page.keyRefusedRemedy'),
  });
}

function takesNoRequest({ message, remedy, waitMs }: ServiceClosure, now: number): StewardError {
  // The time in the user's time zone, rounded up to a minute.
  const time = new Date(now + waitMs + 59_999).toTimeString().slice(0, 5);
  return new StewardError('page-protocol', message, {
    remedy: waitMs === 0 ? remedy : say('said.page.tryAgainAt', { time }),
  });
}

function unreachable(origin: string, cause: unknown, withoutKey: (text: string) => string): StewardError {
  return textError('page-protocol', say('error.page.serverSilent', { origin }), {
    remedy: 'remedy.checkServer',
    details: withoutKey(String(cause)),
    cause,
  });
}
