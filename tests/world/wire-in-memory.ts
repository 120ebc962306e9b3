/** A request that was sent over the network. */
export interface SentOnWire {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  redirect: string | undefined;
  credentials: string | undefined;
}

/** Answers a request as the endpoint. `signal`: aborts when the client gives up. */
export type Answer = (request: SentOnWire, signal: AbortSignal) => Response | Promise<Response>;

/** A network in memory. */
export interface WireInMemory {
  fetch: typeof fetch;
  /** Every request that was sent, to any address. */
  readonly sent: SentOnWire[];
}

/** A network with these servers, by origin. Other origins are unreachable. */
export function createWire(answers: Readonly<Record<string, Answer>>): WireInMemory {
  const sent: SentOnWire[] = [];
  return {
    sent,
    async fetch(input, init) {
      const request = new Request(input, init);
      const seen = {
        method: request.method,
        url: request.url,
        headers: Object.fromEntries(request.headers),
        body: await request.text(),
        redirect: init?.redirect,
        credentials: init?.credentials,
      };
      // The caller's own signal: the request's copy stops following it once the request is garbage-collected.
      const signal = init?.signal ?? request.signal;
      signal.throwIfAborted();
      sent.push(seen);
      const answer = answers[new URL(seen.url).origin];
      if (answer === undefined) throw new TypeError('Failed to fetch');
      return answer(seen, signal);
    },
  };
}

/** A network that replaces the global `fetch`. */
export interface InstalledWire extends WireInMemory {
  /** Restores the real network. */
  remove(): void;
}

/** Replaces `fetch` by {@link createWire}'s. */
export function installWire(answers: Readonly<Record<string, Answer>>): InstalledWire {
  const real = globalThis.fetch;
  const wire = createWire(answers);
  // The extension's own files are beside the network.
  globalThis.fetch = (input, init) =>
    typeof input === 'string' && input.startsWith('/texts/') ? real(input, init) : wire.fetch(input, init);
  return {
    ...wire,
    remove() {
      globalThis.fetch = real;
    },
  };
}

/** A streamed chat completion with these events. */
export function streamOf(events: readonly object[]): Response {
  const text = [...events.map((event) => JSON.stringify(event)), '[DONE]'].map((data) => `data: ${data}\n\n`);
  return new Response(text.join(''), { headers: { 'content-type': 'text/event-stream' } });
}

/** A call of a model. */
export type ModelCall = readonly [name: string, args: string | object];

/** A model's response. */
export interface ModelResponse {
  text: string;
  reasoning?: string;
  /** Each with its arguments, or their text. */
  calls: readonly ModelCall[];
  /** The calls' ids begin with this. */
  idPrefix?: string;
  /** Replaces the reason that fits the calls. */
  finishReason?: string | null;
  usage?: object;
}

/** A streamed chat completion with this response. */
export function streamOfResponse(response: ModelResponse): Response {
  const { text, reasoning, calls, idPrefix = 'call', finishReason, usage } = response;
  const reason = finishReason ?? (calls.length > 0 ? 'tool_calls' : 'stop');
  return streamOf([
    { choices: [{ index: 0, delta: { reasoning_content: reasoning, content: text } }] },
    ...calls.map(([name, args], index) => {
      const call = { index, id: `${idPrefix}_${index}`, type: 'function' };
      const part = {
        ...call,
        function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
      };
      return { choices: [{ index: 0, delta: { tool_calls: [part] } }] };
    }),
    { choices: [{ index: 0, delta: {}, finish_reason: reason }] },
    ...(usage === undefined ? [] : [{ choices: [], usage }]),
  ]);
}

/** Answers requests with these calls, one response after the other, then with a response without calls. */
export function answersWith(script: readonly (readonly ModelCall[])[]): () => Response {
  const left = [...script];
  return () => streamOfResponse({ text: 'Done.', calls: left.shift() ?? [] });
}
