/**
 * Runs in the page: one `get-state` request of docs/page-protocol.md. Its callbacks have no names: a compiler that
 * keeps names would call a function of its own for them, which the page doesn't have.
 */
export function requestState(): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const requestId = crypto.randomUUID();
    const answered = new AbortController();
    document.addEventListener(
      'steward:response',
      (event) => {
        const response = JSON.parse((event as CustomEvent<string>).detail);
        if (response.requestId !== requestId) return;
        answered.abort();
        if (response.body.ok) resolve(response.body.result.state);
        else reject(new Error(`${response.body.error.code}: ${response.body.error.message}`));
      },
      { signal: answered.signal },
    );
    const request = { protocol: 'steward-page', version: 1, requestId, type: 'get-state', body: {} };
    document.dispatchEvent(new CustomEvent('steward:request', { detail: JSON.stringify(request) }));
  });
}
