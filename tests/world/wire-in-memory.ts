/** A request that the background sent. */
export interface SentOnWire {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  redirect: string | undefined;
}

/** Answers a request as the endpoint. */
export type Answer = (request: SentOnWire) => Response | Promise<Response>;

/** The network, in memory. */
export interface WireInMemory {
  /** Every request that was sent, to any address. */
  readonly sent: SentOnWire[];
  /** Restores the real network. */
  remove(): void;
}

/** Replaces `fetch`. Origins without an answer are unreachable. */
export function installWire(answers: Readonly<Record<string, Answer>>): WireInMemory {
  const real = globalThis.fetch;
  const sent: SentOnWire[] = [];
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const seen = {
      method: request.method,
      url: request.url,
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
      redirect: init?.redirect,
    };
    sent.push(seen);
    const answer = answers[new URL(seen.url).origin];
    if (answer === undefined) throw new TypeError('Failed to fetch');
    return answer(seen);
  };
  return {
    sent,
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
