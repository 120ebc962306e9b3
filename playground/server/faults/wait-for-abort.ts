const CLIENT_CLOSED = 499;

/** Resolves once the client has closed the connection, with a response that nobody reads. */
export async function waitForAbort(signal: AbortSignal): Promise<Response> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
  return new Response(null, { status: CLIENT_CLOSED });
}
