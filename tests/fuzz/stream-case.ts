import fc from 'fast-check';
import { ofKind, weighted } from './arbitraries';
import { type Piece, piece, SECRETS } from './stream-piece';
import { type Expected, scenario } from './stream-scenario';

/** The notation of one event. */
export interface Frame {
  piece: Piece;
  /** Whole lines before its data: comments, names, ids. */
  before: readonly string[];
  /** True if its data is split over several lines. */
  isSpread: boolean;
  hasSpace: boolean;
  /** Number of line ends after it; with none it merges with the next event. */
  blankLines: number;
}

/** A change of the sent bytes; positions are thousandths of the whole. */
export interface Edit {
  op: 'cut' | 'set' | 'insert' | 'drop' | 'repeat' | 'swap';
  at: number;
  length: number;
  byte: number;
}

/** The places at which the bytes are split into packets. */
export type Packets = { kind: 'one' } | { kind: 'each'; length: number } | { kind: 'at'; places: number[] };

/** A body that isn't a stream of events. */
interface BodyPiece {
  kind: 'piece';
  piece: Piece;
}

/** One exchange: what the endpoint sends, and what the client does meanwhile. */
export interface StreamCase {
  /** True if everything that the endpoint sends is well-formed. */
  isWellFormed: boolean;
  ask: 'streamed' | 'whole' | 'models';
  answer: 'refused' | 'silent' | { status: number; retryAfter: string | null };
  body:
    | {
        kind: 'events';
        frames: Frame[];
        lineEnds: readonly string[];
        hasByteMark: boolean;
        done: string;
        /** The expected result; null if it isn't known. */
        expected: Expected | null;
      }
    | BodyPiece;
  edits: Edit[];
  packets: Packets;
  end: 'close' | 'error' | 'abort-error' | 'stall';
  /** `stop` aborts, `leave` ends the iteration, both after a number of chunks or packets. */
  interruption: null | { kind: 'stop' | 'leave'; after: 'chunks' | 'packets'; count: number };
}

function frame(oddness: number): fc.Arbitrary<Frame> {
  const rarely = (chance: number) => fc.nat(99).map((roll) => oddness > 0 && roll < chance);
  const before = fc.constantFrom(
    ': waiting',
    ':',
    'event: error',
    'event: thread.x',
    'event: message',
    'id: 7',
    'retry: 1',
    'data',
    'data:',
    'odd',
  );
  return fc.record({
    piece: piece(oddness, 'event'),
    before:
      oddness === 0
        ? fc.constant([])
        : weighted([5, fc.constant([])], [1, fc.array(before, { maxLength: 2 })]),
    isSpread: rarely(10),
    hasSpace: rarely(20).map((isOdd) => !isOdd),
    blankLines: rarely(6).chain((isOdd) => (isOdd ? fc.constantFrom(0, 2, 3) : fc.constant(1))),
  });
}

function body(oddness: number, ask: StreamCase['ask']): fc.Arbitrary<StreamCase['body']> {
  const loose = fc.array(frame(oddness), { maxLength: 8 }).map((frames) => ({ frames, expected: null }));
  const scenarios = scenario.map(({ events, expected }) => ({
    frames: events.map((event): Frame => ({ ...event, isSpread: false, hasSpace: true, blankLines: 1 })),
    expected,
  }));
  const form = ofKind('events', {
    // Never a bare CR before a bare LF: together they are one line end.
    lineEnds: fc.constantFrom(['\n'], ['\n'], ['\r\n'], ['\r'], ['\n', '\r\n', '\r', '\r\n']),
    hasByteMark: fc.nat(9).map((roll) => roll === 0),
    done: fc.constantFrom(
      'data: [DONE]\n\n',
      'data: [DONE]\n\n',
      '',
      'data:[DONE]',
      'data: [DONE]\r\rdata: {}\n\n',
    ),
  });
  const events = fc
    .tuple(form, oddness === 0 ? fc.oneof(loose, scenarios) : loose)
    .map(([how, what]) => ({ ...how, ...what }));
  const single = piece(oddness, ask === 'models' ? 'models' : 'completion');
  const alone = ofKind('piece', { piece: single });
  // Sometimes the endpoint sends the other kind of body than requested.
  const [due, other] = ask === 'streamed' ? [events, alone] : [alone, events];
  return weighted([12, due], [1, other]);
}

const edits = fc.array(
  fc.record({
    op: fc.constantFrom('cut', 'set', 'insert', 'drop', 'repeat', 'swap'),
    at: fc.nat(999),
    length: fc.integer({ min: 1, max: 40 }),
    byte: fc.oneof(fc.nat(255), fc.constantFrom(0, 10, 13, 34, 92, 0xc3, 0xf0, 0xfe, 0xff)),
  }),
  { minLength: 1, maxLength: 3 },
);

const packets: fc.Arbitrary<Packets> = fc.oneof(
  fc.constant({ kind: 'one' as const }),
  ofKind('each', { length: fc.constantFrom(1, 2, 3, 7, 64) }),
  ofKind('at', { places: fc.array(fc.nat(999), { maxLength: 8 }) }),
);

const often = <T>(usual: T, weight: number, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  weighted([weight, fc.constant(usual)], [1, other]);

const asks = fc.constantFrom<StreamCase['ask']>('streamed', 'streamed', 'streamed', 'whole', 'models');

/** Every kind of exchange, from well-formed to completely broken. */
export const streamCase: fc.Arbitrary<StreamCase> = fc
  .tuple(fc.constantFrom(0, 0, 1, 4, 20), asks)
  .chain(([oddness, ask]) =>
    fc.record({
      isWellFormed: fc.constant(oddness === 0),
      ask: fc.constant(ask),
      answer: often<StreamCase['answer']>(
        { status: 200, retryAfter: null },
        12,
        weighted(
          [1, fc.constantFrom<StreamCase['answer']>('refused', 'silent')],
          [
            6,
            fc.record({
              status: fc.constantFrom(200, 204, 302, 400, 401, 404, 408, 413, 418, 422, 429, 500, 503),
              retryAfter: fc.constantFrom(null, '7', '-1', '7, 7', '1e300', 'soon', SECRETS.key),
            }),
          ],
        ),
      ),
      body: body(oddness, ask),
      edits: oddness === 0 ? fc.constant([]) : often([], 2, edits),
      packets,
      end: often<StreamCase['end']>('close', 6, fc.constantFrom('error', 'error', 'abort-error', 'stall')),
      interruption: often<StreamCase['interruption']>(
        null,
        4,
        fc.record({
          kind: fc.constantFrom('stop', 'leave'),
          after: fc.constantFrom('chunks', 'packets'),
          count: fc.nat(6),
        }),
      ),
    }),
  );
