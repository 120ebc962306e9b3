import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'hono';

/** Delay of each piece of a slow answer, in milliseconds. */
const SLOW_CHUNK_MS = 200;

/** Number of pieces of a stream before the fault: enough for the first words, but not for all. */
const UNHARMED_PIECES = 2;

const BROKEN_EVENT = Buffer.from('data: {"choices":[{"index":0,"delta":{"content":"hal\n\n');

type Source = AsyncGenerator<Uint8Array, void, undefined>;

/** Faults that change the body of a normal answer. */
const BODY_FAULTS = {
  async *slow(source: Source, _: boolean, gone: AbortSignal): Source {
    for await (const piece of source) {
      await wait(SLOW_CHUNK_MS, undefined, { signal: gone });
      yield piece;
    }
  },
  async *'stall-mid-stream'(source: Source, isStream: boolean, gone: AbortSignal): Source {
    yield* beginningOf(source, isStream);
    await new Promise((resolve) => gone.addEventListener('abort', resolve));
  },
  async *cut(source: Source, isStream: boolean): Source {
    yield* beginningOf(source, isStream);
    throw new Error('The answer was cut by a fault switch.');
  },
  async *'malformed-chunk'(source: Source, isStream: boolean): Source {
    yield* isStream ? withBrokenEvent(source) : beginningOf(source, isStream);
  },
};

type BodyFault = keyof typeof BODY_FAULTS;

/** True if the fault changes the body of a normal answer. */
export function isBodyFault(fault: string | null): fault is BodyFault {
  return fault !== null && Object.hasOwn(BODY_FAULTS, fault);
}

/**
 * Applies a fault to the response of a route. Error responses stay unchanged. `slow` delays each piece. The other
 * faults first send two pieces of a stream, or the first half of a whole answer. Then a stalled body sends nothing more
 * and a cut one fails, both in the middle of a piece. `malformed-chunk` inserts an event of broken JSON between two
 * events of a stream, and drops the second half of a whole answer.
 */
export function breakResponse(context: Context, fault: BodyFault): void {
  const { res: response } = context;
  if (!response.ok || response.body === null) return;
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
  const headers = new Headers(response.headers);
  // The length is no longer valid, and the body must be sent in parts as it arrives.
  headers.delete('content-length');
  headers.set('transfer-encoding', 'chunked');
  const reader = response.body.getReader();
  const gone = new AbortController();
  const pieces = BODY_FAULTS[fault](piecesOf(reader), isStream, gone.signal);
  const body = new ReadableStream<Uint8Array>(
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
  // Hono would merge the old response's headers into the new one.
  context.res = undefined;
  context.res = new Response(body, { status: response.status, headers });
}

async function* piecesOf(reader: ReadableStreamDefaultReader<Uint8Array>): Source {
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

/** The pieces before the fault, and half of the next piece. */
async function* beginningOf(source: Source, isStream: boolean): Source {
  let unharmed = isStream ? UNHARMED_PIECES : 0;
  for await (const piece of source) {
    if (unharmed === 0) {
      yield piece.subarray(0, Math.ceil(piece.length / 2));
      return;
    }
    unharmed -= 1;
    yield piece;
  }
}

async function* withBrokenEvent(source: Source): Source {
  let unharmed = UNHARMED_PIECES;
  for await (const piece of source) {
    yield piece;
    unharmed -= 1;
    // Pieces of an upstream may end anywhere; inside an event, the insertion would break that event, too.
    if (unharmed <= 0 && /\n\r?\n$/.test(Buffer.from(piece).toString('latin1'))) {
      yield BROKEN_EVENT;
      unharmed = Number.POSITIVE_INFINITY;
    }
  }
}
