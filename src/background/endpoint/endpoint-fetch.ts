import type { StewardError } from '@/src/core/errors';
import { answerTooLargeError } from '@/src/core/llm/answer-limits';
import { redactedExcerpt } from '@/src/core/llm/endpoint-words';
import { redirectError, silenceError } from '@/src/core/llm/transport-error';
import { CONNECTION_SETTINGS } from '@/src/schema/values/settings';

/** The network and the time limits of requests. */
export interface EndpointFetchDeps {
  fetch: typeof fetch;
  /** The reason why Steward may not send to this URL; null if it may. */
  refusalOf(url: string): Promise<StewardError | null>;
  /** Time limit for the first piece of the answer, in milliseconds. A connection may override it. */
  firstByteTimeoutMs: number;
  /**
   * Time limit between later pieces, in milliseconds. A connection may override it. The time that the reader takes does
   * not count.
   */
  idleTimeoutMs: number;
  /**
   * Total time limit for data that is no longer needed, in milliseconds: after a finish reason, and for the
   * body of an error.
   */
  restTimeoutMs: number;
}

/**
 * Total time limit for the first piece, in milliseconds, of connections that set none. It is that long because a server
 * that sends comments meanwhile may still be reading a long prompt.
 */
export const FIRST_PIECE_LIMIT_MS = 1_800_000;

/** Time limits of connections that set none, in milliseconds. */
export const DEFAULT_TIME_LIMITS_MS = {
  firstByteTimeoutMs: CONNECTION_SETTINGS.firstPieceMs.whenNull,
  idleTimeoutMs: CONNECTION_SETTINGS.pauseMs.whenNull,
  restTimeoutMs: 3_000,
} satisfies Partial<EndpointFetchDeps>;

/**
 * The data expected next: the start of the answer, more of it, or only the rest after a complete answer. Selects the
 * time limit.
 */
export type Expected = 'answer' | 'more' | 'rest';

/** Most bytes that are read of a failed response's body. Its message is cut to far less. */
export const MAX_ERROR_BODY_BYTES = 65_536;
/** Longest line of a body, in bytes: an event of a stream, or an answer that isn't streamed. */
export const MAX_LINE_BYTES = 16 * 1_024 * 1_024;
/** Longest body, in bytes. Streams repeat some hundred bytes around each word. */
export const MAX_BODY_BYTES = 256 * 1_024 * 1_024;

/** State of the response so far. */
interface EndpointAnswer {
  /** Null before the headers arrive. */
  readonly status: number | null;
  readonly headers: Headers;
  /** Start of the body, at most {@link MAX_HEAD_LENGTH} UTF-16 units. */
  readonly head: string;
  /** True if the endpoint ended the body. */
  readonly hasEnded: boolean;
  /** Reason for which Steward closed the connection; null if it did not. */
  readonly failure: StewardError | null;
}

/** The `fetch` for one request to one endpoint. */
export interface EndpointFetch {
  readonly fetch: typeof fetch;
  answer(): EndpointAnswer;
  /** Must be called for each piece that is read. The initial value is `answer`. */
  expect(what: Expected): void;
  /** Closes the connection if it is open, and clears every timer. Must always be called. */
  close(): void;
}

const MAX_HEAD_LENGTH = 16_384;
/** HTTP statuses of redirects. */
const REDIRECTS = [301, 302, 303, 307, 308];
/** HTTP statuses for which a Response with a body cannot be constructed; browsers give some of them an empty body. */
const WITHOUT_BODY = [204, 205, 304];

const SEND_OPTIONS = {
  redirect: 'manual',
  credentials: 'omit',
  cache: 'no-store',
  referrerPolicy: 'no-referrer',
} as const;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * Creates a `fetch` without the browser's cookies, cache and referrer, which sends only where it may,
 * follows no redirects, and enforces time and size limits. It records the start of the answer, which the openai client hides.
 *
 * The body of an error is read only up to a limit, and then counts as ended.
 *
 * Redirects are detected manually: with `redirect: 'error'`, a redirect looks like an unreachable host.
 *
 * @param request.host the endpoint, for error messages
 *
 * @param request.secrets removed from errors
 *
 * @param request.signal closes the connection when it aborts
 *
 * @param request.firstPieceLimitMs total time limit for the first piece, whatever else the endpoint sends
 */
export function createEndpointFetch(
  deps: EndpointFetchDeps,
  request: { host: string; secrets: readonly string[]; signal: AbortSignal; firstPieceLimitMs: number },
): EndpointFetch {
  // Must be called as a plain function: the browser's fetch throws when called as a method of another object.
  const { fetch: send, firstByteTimeoutMs, idleTimeoutMs, restTimeoutMs } = deps;
  const { host, firstPieceLimitMs } = request;
  const cut = new AbortController();
  const answer = newAnswer();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let restTimer: ReturnType<typeof setTimeout> | undefined;
  let firstTimer: ReturnType<typeof setTimeout> | undefined;
  let expected: Expected = 'answer';
  /** Ends the body as if the endpoint had ended it. */
  let endBody = () => {};

  function fail(failure: StewardError): StewardError {
    answer.failure ??= failure;
    cut.abort();
    return failure;
  }

  function expectBytes(): void {
    clearTimeout(timer);
    const phase = expected === 'answer' ? 'first-byte' : 'idle';
    const timeoutMs = expected === 'answer' ? firstByteTimeoutMs : idleTimeoutMs;
    timer = setTimeout(() => fail(silenceError(host, phase, timeoutMs)), timeoutMs);
  }

  /** Limits the wait for the first piece, which bytes without one don't extend. */
  function expectFirst(): void {
    firstTimer ??= setTimeout(
      () => fail(silenceError(host, 'first-byte', firstPieceLimitMs)),
      firstPieceLimitMs,
    );
  }

  function expectRest(): void {
    restTimer ??= setTimeout(() => endBody(), restTimeoutMs);
  }

  function watch(body: Body, isError: boolean): Body {
    const reader = body.getReader();
    const note = createNote(answer);
    const bounds = createBounds();
    // Cancelling makes a pending read end without a value.
    endBody = () => void reader.cancel().catch(() => undefined);
    if (isError) expectRest();
    return new ReadableStream(
      {
        async pull(controller) {
          expectBytes();
          const { done, value } = await reader.read();
          clearTimeout(timer);
          if (done) {
            answer.hasEnded = true;
            controller.close();
            return;
          }
          bounds.count(value);
          if (isError && bounds.bytes() > MAX_ERROR_BODY_BYTES) endBody();
          else if (bounds.areExceeded()) throw fail(answerTooLargeError('bytes'));
          note(value);
          controller.enqueue(value);
        },
        cancel: (reason) => reader.cancel(reason),
      },
      // Disables read-ahead, so that only the idle time of the network is measured.
      { highWaterMark: 0 },
    );
  }

  async function endpointFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const url = input instanceof Request ? input.url : String(input);
    const refusal = await deps.refusalOf(url);
    if (refusal !== null) throw fail(refusal);
    expectBytes();
    expectFirst();
    const response = await send(input, {
      ...init,
      ...SEND_OPTIONS,
      signal: AbortSignal.any([request.signal, cut.signal, ...(init?.signal ? [init.signal] : [])]),
    });
    answer.status = response.status;
    answer.headers = response.headers;
    if (response.type === 'opaqueredirect' || REDIRECTS.includes(response.status)) {
      throw fail(redirectError(host, redactedExcerpt(redirectDetails(response), request.secrets)));
    }
    const { status, statusText, headers, body } = response;
    return body === null || WITHOUT_BODY.includes(status)
      ? response
      : new Response(watch(body, !response.ok), { status, statusText, headers });
  }

  return {
    fetch: endpointFetch,
    answer: () => answer,
    expect(what) {
      expected = what;
      if (what === 'answer') expectFirst();
      else {
        clearTimeout(firstTimer);
        firstTimer = undefined;
      }
      if (what === 'rest') return expectRest();
      clearTimeout(restTimer);
      restTimer = undefined;
    },
    close() {
      clearTimeout(timer);
      clearTimeout(restTimer);
      clearTimeout(firstTimer);
      cut.abort();
    },
  };
}

function newAnswer(): Writable<EndpointAnswer> {
  return { status: null, headers: new Headers(), head: '', hasEnded: false, failure: null };
}

/** Counts the bytes of a body and of its last line. */
function createBounds() {
  let bytes = 0;
  let lineBytes = 0;
  return {
    count(value: Uint8Array): void {
      const lineEnd = Math.max(value.lastIndexOf(LINE_FEED), value.lastIndexOf(CARRIAGE_RETURN));
      bytes += value.length;
      lineBytes = lineEnd === -1 ? lineBytes + value.length : value.length - lineEnd - 1;
    },
    bytes: () => bytes,
    areExceeded: () => bytes > MAX_BODY_BYTES || lineBytes > MAX_LINE_BYTES,
  };
}

/** Records the start of the body, independent of how it is divided into chunks. */
function createNote(answer: Writable<EndpointAnswer>): (bytes: Uint8Array) => void {
  const decoder = new TextDecoder();
  return (bytes) => {
    if (answer.head.length >= MAX_HEAD_LENGTH) return;
    answer.head = (answer.head + decoder.decode(bytes, { stream: true })).slice(0, MAX_HEAD_LENGTH);
  };
}

/**
 * Describes a redirect. Browsers hide its target. If it is known, its query is omitted, because it may contain a
 * secret.
 */
function redirectDetails(response: Response): string {
  const location = response.headers.get('location')?.split(/[?#]/)[0];
  return location === undefined ? 'redirect' : `HTTP ${response.status}, to ${location}`;
}
