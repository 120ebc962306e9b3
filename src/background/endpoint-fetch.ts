import type { StewardError } from '@/src/core/errors';
import { type Secrets, shownWords } from '@/src/core/llm/endpoint-words';
import { redirectError, silenceError } from '@/src/core/llm/transport-error';

/** The network, and how long it may stay silent. */
export interface EndpointFetchDeps {
  fetch: typeof fetch;
  /** From sending the request to the first byte of the body, in milliseconds. */
  firstByteTimeoutMs: number;
  /** Between two reads of the body, in milliseconds. Time that the reader itself takes doesn't count. */
  idleTimeoutMs: number;
}

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
  /** Closes the connection if it is still open, and ends every timer. To be called in any case. */
  close(): void;
}

const MAX_HEAD_LENGTH = 16_384;
const DONE_MARK = /[\r\n]data: ?\[DONE\]/;
const DONE_MARK_LENGTH = '\r\ndata: [DONE]'.length;

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * A fetch that carries nothing of the browser's (cookies, cache, referrer), follows no redirect, keeps the two
 * time-outs, and notes what the openai client hides: how the answer began and whether its end mark came.
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
  const { fetch: send, firstByteTimeoutMs, idleTimeoutMs } = deps;
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

  function fail(failure: StewardError): void {
    answer.failure ??= failure;
    cut.abort();
  }

  function expectBytes(phase: 'first-byte' | 'idle', timeoutMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => fail(silenceError(host, phase, timeoutMs)), timeoutMs);
  }

  function watch(body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
    const reader = body.getReader();
    const note = createNote(answer);
    let hasBegun = false;
    return new ReadableStream(
      {
        async pull(controller) {
          if (hasBegun) expectBytes('idle', idleTimeoutMs);
          const { done, value } = await reader.read();
          clearTimeout(timer);
          hasBegun = true;
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
    expectBytes('first-byte', firstByteTimeoutMs);
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
    return body === null ? response : new Response(watch(body), { status, statusText, headers });
  }

  return {
    fetch: endpointFetch,
    answer: () => answer,
    close() {
      clearTimeout(timer);
      cut.abort();
    },
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
