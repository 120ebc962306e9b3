/** A request of docs/page-protocol.md. */
export interface ProtocolRequest {
  type: string;
  body: object;
}

/**
 * Runs in the page: asks it something, as a script of its own world, and answers with the result. Its callbacks have
 * no names: a compiler that keeps names would call a function of its own for them, which the page doesn't have.
 */
export function askFilterPage({ type, body }: ProtocolRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    // The prefix tells these requests from Steward's (tests/e2e/page-faults.ts).
    const requestId = `driver-${crypto.randomUUID()}`;
    const answered = new AbortController();
    document.addEventListener(
      'steward:response',
      (event) => {
        const response = JSON.parse((event as CustomEvent<string>).detail);
        if (response.requestId !== requestId) return;
        answered.abort();
        if (response.body.ok) resolve(response.body.result);
        else reject(new Error(`${response.body.error.code}: ${response.body.error.message}`));
      },
      { signal: answered.signal },
    );
    const request = { protocol: 'steward-page', version: 1, requestId, type, body };
    document.dispatchEvent(new CustomEvent('steward:request', { detail: JSON.stringify(request) }));
  });
}
