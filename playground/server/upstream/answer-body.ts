import type { IncomingMessage } from 'node:http';
import type { KeyMask } from './mask-key';

/**
 * An answer's body as it comes off the wire: each piece is passed on as it arrived and as soon as it is asked for.
 * Cancelling it closes the connection; it fails when the other side breaks off. (`Readable.toWeb` would throw where
 * nobody can catch it when a cancelled body ends.)
 */
export function answerBody(incoming: IncomingMessage, mask: KeyMask | null): ReadableStream<Uint8Array> {
  let isOpen = true;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        incoming.on('data', (bytes: Buffer) => {
          const shown = mask === null ? bytes : mask.push(bytes);
          // An empty piece would end the body where pieces are framed by their lengths.
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
    // Nothing is read ahead: a slow client slows the upstream down, and what was not asked for can't be lost.
    { highWaterMark: 0 },
  );
}
