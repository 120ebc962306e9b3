import { setTimeout as wait } from 'node:timers/promises';
import { assertNever } from '../../assert-never';

/** Faults that change the body of a normal answer. */
export type BodyFault = 'slow' | 'stall-mid-stream' | 'cut' | 'malformed-chunk';

/** Delay of each piece of a slow answer. */
const SLOW_CHUNK_MS = 200;

/** Number of pieces of a stream before the fault: enough for the first words, too few for all. */
const UNHARMED_PIECES = 2;

const BROKEN_EVENT = Buffer.from('data: {"choices":[{"index":0,"delta":{"content":"hal\n\n');

type Reader = ReadableStreamDefaultReader<Uint8Array>;
type Pieces = AsyncGenerator<Uint8Array, void, undefined>;

/**
 * Applies a fault to a body. Of a stream, two pieces are sent unchanged; of a whole answer, the first half.
 * Then a stalled body sends nothing more and a cut one fails, both in the middle of a piece.
 * `malformed-chunk` inserts an event of broken JSON between two events of a stream, and drops the second half
 * of a whole answer.
 */
export function breakBody(
  body: ReadableStream<Uint8Array>,
  fault: BodyFault,
  isStream: boolean,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const gone = new AbortController();
  const pieces = brokenPieces(reader, fault, isStream, gone.signal);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await pieces.next();
        if (gone.signal.aborted) return;
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel(reason) {
        gone.abort();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

async function* brokenPieces(reader: Reader, fault: BodyFault, isStream: boolean, gone: AbortSignal): Pieces {
  switch (fault) {
    case 'slow':
      for await (const piece of piecesOf(reader)) {
        await wait(SLOW_CHUNK_MS, undefined, { signal: gone });
        yield piece;
      }
      return;
    case 'stall-mid-stream':
      yield* beginningOf(reader, isStream);
      await new Promise((resolve) => gone.addEventListener('abort', resolve));
      return;
    case 'cut':
      yield* beginningOf(reader, isStream);
      await reader.cancel();
      throw new Error('The answer was cut by a fault switch.');
    case 'malformed-chunk':
      if (isStream) yield* withBrokenEvent(reader);
      else yield* beginningOf(reader, isStream);
      return;
    default:
      assertNever(fault);
  }
}

async function* piecesOf(reader: Reader): Pieces {
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

/** The pieces before the fault, and half of the next one. */
async function* beginningOf(reader: Reader, isStream: boolean): Pieces {
  let unharmed = isStream ? UNHARMED_PIECES : 0;
  for await (const piece of piecesOf(reader)) {
    if (unharmed === 0) {
      yield piece.subarray(0, Math.ceil(piece.length / 2));
      return;
    }
    unharmed -= 1;
    yield piece;
  }
}

async function* withBrokenEvent(reader: Reader): Pieces {
  let unharmed = UNHARMED_PIECES;
  for await (const piece of piecesOf(reader)) {
    yield piece;
    unharmed -= 1;
    // Pieces of an upstream may end anywhere; inside an event, the insertion would break that event too.
    if (unharmed <= 0 && endsEvent(piece)) {
      yield BROKEN_EVENT;
      unharmed = Number.POSITIVE_INFINITY;
    }
  }
}

function endsEvent(piece: Uint8Array): boolean {
  return /\n\r?\n$/.test(Buffer.from(piece).toString('latin1'));
}
