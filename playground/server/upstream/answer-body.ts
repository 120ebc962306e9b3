import type { IncomingMessage } from 'node:http';
import type { KeyMask } from './mask-key';

/**
 * An answer's body, passed on piece by piece as it is received and requested. Cancelling it closes the
 * connection; it fails when the upstream closes the connection early. (`Readable.toWeb` would throw an
 * uncatchable error when a cancelled body ends.)
 */
export function answerBody(incoming: IncomingMessage, mask: KeyMask | null): ReadableStream<Uint8Array> {
  let isOpen = true;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        incoming.on('data', (bytes: Buffer) => {
          const shown = mask === null ? bytes : mask.push(bytes);
          // An empty piece would end a body with chunked encoding.
          if (!isOpen || shown.length === 0) return;
          controller.enqueue(shown);
          incoming.pause();
        });
        incoming.once('end', () => {
          if (!isOpen) return;
          isOpen = false;
          const rest = mask?.end();
          if (rest !== undefined && rest.length > 0) controller.enqueue(rest);
          controller.close();
        });
        incoming.once('error', (error) => {
          if (!isOpen) return;
          isOpen = false;
          controller.error(error);
        });
        incoming.pause();
      },
      pull() {
        incoming.resume();
      },
      cancel() {
        isOpen = false;
        incoming.destroy();
      },
    },
    // No read-ahead: a slow client slows down the upstream, and no requested data is lost.
    { highWaterMark: 0 },
  );
}
