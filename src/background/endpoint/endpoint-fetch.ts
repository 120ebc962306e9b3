import type { StewardError } from '@/src/core/errors';
import { answerTooLargeError } from '@/src/core/llm/answer-limits';
import { shownWords } from '@/src/core/llm/endpoint-words';
import type { Secrets } from '@/src/core/llm/request-secrets';
import { redirectError, silenceError } from '@/src/core/llm/transport-error';

/** The network, and how long it may stay silent. */
export interface EndpointFetchDeps {
  fetch: typeof fetch;
  /** The longest silence until the first piece of the answer, in milliseconds. A connection may have its own. */
  firstByteTimeoutMs: number;
  /** The longest silence after it, in milliseconds. A connection may have its own. Time that the reader itself takes doesn't count. */
  idleTimeoutMs: number;
  /** For what isn't needed any more, in all, in milliseconds: what follows a finish reason, and the body of an error. */
  restTimeoutMs: number;
}

/**
 * What is expected of the endpoint: its answer, more of an answer that has begun, or only the rest of one that is
 * complete. Decides how long silence lasts.
 */
export type Expected = 'answer' | 'more' | 'rest';

/** The longest body of a failed response that is read, in bytes. Its words are cut to far less. */
export const MAX_ERROR_BODY_BYTES = 65_536;
/** The longest line of a body, in bytes: an event of a stream, or an answer that isn't streamed. */
export const MAX_LINE_BYTES = 16 * 1_024 * 1_024;
/** The longest body, in bytes. Streams repeat some hundred bytes around each word. */
export const MAX_BODY_BYTES = 256 * 1_024 * 1_024;

/** What has come back so far. */
export interface EndpointAnswer {
  /** Null until the headers are in. */
  readonly status: number | null;
  readonly headers: Headers;
  /** The beginning of the body, at most {@link MAX_HEAD_LENGTH} UTF-16 units. */
  readonly head: string;
  /** Whether the stream's end mark `data: [DONE]` has come. */
  readonly isDone: boolean;
  /** Whether the body came to its end by itself. */
  readonly hasEnded: boolean;
  /** Why Steward itself cut the connection; null if it didn't. */
  readonly failure: StewardError | null;
}

/** A fetch for one request to one endpoint. */
export interface EndpointFetch {
  readonly fetch: typeof fetch;
  answer(): EndpointAnswer;
  /** To be called at each piece that is read: `answer` is expected at first. */
  expect(what: Expected): void;
  /** Closes the connection if it is still open, and ends every timer. To be called in any case. */
  close(): void;
}

const MAX_HEAD_LENGTH = 16_384;
const DONE_MARK = /[\r\n]data: ?\[DONE\]/;
const DONE_MARK_LENGTH = '\r\ndata: [DONE]'.length;

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * A fetch that carries nothing of the browser's (cookies, cache, referrer), follows no redirect, keeps the time-outs
 * and the bounds of a body, and notes what the openai client hides: how the answer began and whether its end mark came.
 *
 * The body of an error is read only as far as its words can matter; then it counts as ended.
 *
 * Redirects are taken by hand: with `redirect: 'error'` a browser can't tell one from an unreachable host.
 *
 * @param request.host the endpoint, for the errors' sentences
 * @param request.secrets taken out of what the errors show
 * @param request.signal closes the connection when it aborts
 */
export function createEndpointFetch(
  deps: EndpointFetchDeps,
  request: { host: string; secrets: Secrets; signal: AbortSignal },
): EndpointFetch {
  // Called bare: a browser's own fetch refuses to run as a method of another object.
  const { fetch: send, firstByteTimeoutMs, idleTimeoutMs, restTimeoutMs } = deps;
  const { host } = request;
  const cut = new AbortController();
  const answer: Writable<EndpointAnswer> = {
    status: null,
    headers: new Headers(),
    head: '',
    isDone: false,
    hasEnded: false,
    failure: null,
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let restTimer: ReturnType<typeof setTimeout> | undefined;
  let expected: Expected = 'answer';
  /** Ends the body as if the endpoint had ended it. */
  let endBody = () => {};

  function fail(failure: StewardError): void {
    answer.failure ??= failure;
    cut.abort();
  }

  function expectBytes(): void {
    clearTimeout(timer);
    const [phase, timeoutMs] =
      expected === 'answer'
        ? (['first-byte', firstByteTimeoutMs] as const)
        : (['idle', idleTimeoutMs] as const);
    timer = setTimeout(() => fail(silenceError(host, phase, timeoutMs)), timeoutMs);
  }

  function expectRest(): void {
    restTimer ??= setTimeout(() => endBody(), restTimeoutMs);
  }

  function watch(
    body: ReadableStream<Uint8Array<ArrayBuffer>>,
    isError: boolean,
  ): ReadableStream<Uint8Array<ArrayBuffer>> {
    const reader = body.getReader();
    const note = createNote(answer);
    const bounds = createBounds();
    // A read that is under way then ends without a value.
    endBody = () => void reader.cancel().catch(() => undefined);
    if (isError) expectRest();
    return new ReadableStream(
      {
        async pull(controller) {
          expectBytes();
          const { done, value } = await reader.read();
          clearTimeout(timer);
          if (!done) {
            bounds.count(value);
            if (isError && bounds.bytes() > MAX_ERROR_BODY_BYTES) endBody();
            else if (bounds.areExceeded()) {
              fail(answerTooLargeError('bytes'));
              throw answer.failure;
            }
          }
          if (done) {
            answer.hasEnded = true;
            controller.close();
            return;
          }
          note(value);
          controller.enqueue(value);
        },
        cancel: (reason) => reader.cancel(reason),
      },
      // Nothing is read ahead, so that the idle time is the wire's alone.
      { highWaterMark: 0 },
    );
  }

  async function endpointFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    expectBytes();
    const response = await send(input, {
      ...init,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([request.signal, cut.signal, ...(init?.signal ? [init.signal] : [])]),
    });
    answer.status = response.status;
    answer.headers = response.headers;
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      const failure = redirectError(host, shownWords(redirectDetails(response), request.secrets));
      fail(failure);
      throw failure;
    }
    const { status, statusText, headers, body } = response;
    return body === null
      ? response
      : new Response(watch(body, !response.ok), { status, statusText, headers });
  }

  return {
    fetch: endpointFetch,
    answer: () => answer,
    expect(what) {
      expected = what;
      if (what === 'rest') return expectRest();
      clearTimeout(restTimer);
      restTimer = undefined;
    },
    close() {
      clearTimeout(timer);
      clearTimeout(restTimer);
      cut.abort();
    },
  };
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

/** Notes the body's beginning and its end mark, wherever the chunks are cut. */
function createNote(answer: Writable<EndpointAnswer>): (bytes: Uint8Array) => void {
  const decoder = new TextDecoder();
  let tail = '\n';
  return (bytes) => {
    const text = decoder.decode(bytes, { stream: true });
    if (answer.head.length < MAX_HEAD_LENGTH) answer.head = (answer.head + text).slice(0, MAX_HEAD_LENGTH);
    tail += text;
    answer.isDone ||= DONE_MARK.test(tail);
    tail = tail.slice(-DONE_MARK_LENGTH);
  };
}

/** Browsers hide where a redirect leads; where it is known, its query, which may carry a secret, is left out. */
function redirectDetails(response: Response): string {
  const location = response.headers.get('location')?.split(/[?#]/)[0];
  return location === undefined ? 'redirect' : `HTTP ${response.status}, to ${location}`;
}
