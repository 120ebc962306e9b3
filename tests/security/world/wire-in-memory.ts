/** A request that left the background. */
export interface SentOnWire {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  redirect: string | undefined;
}

/** What an endpoint answers. */
export type Answer = (request: SentOnWire) => Response | Promise<Response>;

/** The network, with nothing behind it but functions. */
export interface WireInMemory {
  /** Everything that was sent, wherever to. */
  readonly sent: SentOnWire[];
  /** Puts the real network back. */
  remove(): void;
}

/** From now on `fetch` ends here. Origins without an answer can't be reached. */
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

/** A streamed chat completion: each text is one event's data. */
export function streamOf(events: readonly object[]): Response {
  const text = [...events.map((event) => JSON.stringify(event)), '[DONE]'].map((data) => `data: ${data}\n\n`);
  return new Response(text.join(''), { headers: { 'content-type': 'text/event-stream' } });
}
