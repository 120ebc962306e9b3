/** A request of the page protocol (docs/page-protocol.md). */
export interface ProtocolRequest {
  type: string;
  body: object;
}

/**
 * Runs in the page: sends it a request and resolves with the result. Callbacks are unnamed, because a
 * compiler that keeps names would call a helper function that the page doesn't have.
 */
export function askFilterPage({ type, body }: ProtocolRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    // The prefix distinguishes these requests from Steward's (tests/e2e/page-faults.ts).
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
