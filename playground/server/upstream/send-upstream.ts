import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { UpstreamError } from './upstream-error';
import type { UpstreamSettings } from './upstream-settings';

const CONNECT_TIMEOUT_MS = 10_000;

/** One request to the upstream. `path` follows its base URL. */
export interface UpstreamRequest {
  method: 'GET' | 'POST';
  path: string;
  accept: string;
  /** JSON, or null for none. */
  body: string | null;
  /** Aborting closes the connection, before and after the answer has started. */
  signal: AbortSignal;
}

/**
 * Sends a request and resolves with the answer's head; its body is not read yet. Connecting has a time limit,
 * waiting for the answer has none. Redirects are returned like other answers. Rejects with {@link
 * UpstreamError}, or with the signal's reason when it is aborted.
 */
export function sendUpstream(
  { baseUrl, apiKey }: UpstreamSettings,
  { method, path, accept, body, signal }: UpstreamRequest,
): Promise<IncomingMessage> {
  const url = new URL(baseUrl + path);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method,
      signal,
      // A new connection: the upstream could close a kept-alive one just when it is reused.
      agent: false,
      headers: {
        Accept: accept,
        // The answer is passed on byte for byte, so it must be readable for every client.
        'Accept-Encoding': 'identity',
        'User-Agent': 'steward-playground',
        ...(apiKey === null ? {} : { Authorization: `Bearer ${apiKey}` }),
        ...(body === null
          ? {}
          : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
      },
    });
    const timer = setTimeout(
      () => request.destroy(new Error(`no connection within ${CONNECT_TIMEOUT_MS / 1000} seconds`)),
      CONNECT_TIMEOUT_MS,
    );
    request.once('socket', (socket) =>
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(timer)),
    );
    request.once('close', () => clearTimeout(timer));
    request.once('response', resolve);
    request.once('error', (error) => {
      reject(signal.aborted ? signal.reason : unreachable(baseUrl, error));
    });
    request.end(body);
  });
}

function unreachable(baseUrl: string, error: Error): UpstreamError {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.message;
  return new UpstreamError(
    'upstream_unreachable',
    `The upstream ${baseUrl} can’t be reached (${code}). Check that it runs and that UPSTREAM_BASE_URL is right.`,
    error,
  );
}
