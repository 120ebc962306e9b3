import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/** Long enough for a piece to be sent in its own packet. */
const PAUSE_MS = 4;
/** Length of the other pieces, so that their borders fall anywhere in an event. */
const PIECE_BYTES = 97;

/** Writes `text` in pieces, one by one. Every multi-byte character is split. */
export async function writeInPieces(stream: Writable, text: string): Promise<void> {
  const bytes = Buffer.from(text, 'utf8');
  for (const [start, end] of pieces(bytes)) {
    if (stream.destroyed) return;
    stream.write(bytes.subarray(start, end));
    await delay(PAUSE_MS);
  }
}

function pieces(bytes: Buffer): [number, number][] {
  const cuts = [0];
  for (let index = 1; index < bytes.length; index += 1) {
    const isInsideCharacter = ((bytes[index] ?? 0) & 0b1100_0000) === 0b1000_0000;
    if (isInsideCharacter || index - (cuts.at(-1) ?? 0) >= PIECE_BYTES) cuts.push(index);
  }
  return cuts.map((start, place) => [start, cuts[place + 1] ?? bytes.length]);
}
