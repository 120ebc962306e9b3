import { createWire, type SentOnWire } from '@/tests/world/wire-in-memory';
import { packetsOf } from './stream-bytes';
import type { Packets, StreamCase } from './stream-case';
import { SECRETS } from './stream-piece';

/** The endpoint's address. */
export const ENDPOINT_ORIGIN = 'https://models.example:8443';

/** A network with one endpoint. */
export interface FuzzedEndpoint {
  fetch: typeof fetch;
  /** True if nothing is left open: the body has ended, was cancelled, or its request was aborted. */
  isClosed(): boolean;
}

/**
 * Answers as the case specifies, with a real Response and a real stream. Like a real network, it fails the
 * body when the request's signal aborts.
 *
 * @param onPacket called with the index of each packet before it is sent
 */
export function createFuzzedEndpoint(
  sent: StreamCase,
  { packets, onPacket }: { packets: Packets; onPacket: (count: number) => void },
): FuzzedEndpoint {
  let isClosed = true;

  function bodyOf(signal: AbortSignal): ReadableStream<Uint8Array> {
    const waiting = packetsOf(sent, packets);
    let count = 0;
    isClosed = false;
    return new ReadableStream(
      {
        start(controller) {
          signal.addEventListener('abort', () => {
            if (!isClosed) controller.error(signal.reason);
            isClosed = true;
          });
        },
        pull(controller) {
          onPacket(count++);
          if (isClosed) return;
          const packet = waiting.shift();
          if (packet !== undefined) controller.enqueue(packet);
          else if (sent.end !== 'stall') {
            isClosed = true;
            if (sent.end === 'close') controller.close();
            else if (sent.end === 'error') controller.error(new TypeError(`terminated ${SECRETS.key}`));
            else controller.error(new DOMException('The network gave up.', 'AbortError'));
          }
        },
        cancel() {
          isClosed = true;
        },
      },
      { highWaterMark: 0 },
    );
  }

  async function answer(_request: SentOnWire, signal: AbortSignal): Promise<Response> {
    const { answer } = sent;
    if (answer === 'refused') throw new TypeError('fetch failed', { cause: new Error(SECRETS.header) });
    if (answer === 'silent') {
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    }
    const headers = new Headers(answer.retryAfter === null ? {} : { 'retry-after': answer.retryAfter });
    return new Response(answer.status === 204 ? null : bodyOf(signal), { status: answer.status, headers });
  }

  return { fetch: createWire({ [ENDPOINT_ORIGIN]: answer }).fetch, isClosed: () => isClosed };
}
