import fc from 'fast-check';
import { assertNever } from '@/src/core/assert-never';
import type { ErrorCode } from '@/src/core/errors';
import { NOTES } from './fuzz-adapter';

/** The model's behaviour for one request. */
export type Turn =
  | { kind: 'says'; isCut: boolean; thinks: boolean }
  | { kind: 'calls'; calls: ModelCall[]; isCut: boolean }
  | { kind: 'fails'; code: ErrorCode; isLate: boolean }
  /** Sends half a sentence, then nothing until the request is aborted or fails. */
  | { kind: 'stalls' };

/** A call as the model writes it. */
export interface ModelCall {
  name: string;
  argumentsText: string;
}

/** Errors of an endpoint, first those that are retried automatically. */
const FAILURES: ErrorCode[] = ['network', 'server', 'rate-limit', 'auth', 'context-too-long', 'protocol'];

const call = (name: string, args: unknown): ModelCall => ({ name, argumentsText: JSON.stringify(args) });

const onNote = (name: string) => fc.constantFrom(...NOTES).map((text) => call(name, { text }));

const waits = fc
  .record({ for: fc.constantFrom('page-change', 'time'), seconds: fc.constantFrom(1, 60, 300) })
  .map((args) => call('wait', { reason: 'a delivery', ...args }));

const imports = fc.subarray([...NOTES], { minLength: 1 }).map((notes) => call('import_notes', { notes }));

const write = fc.oneof(onNote('add_note'), onNote('remove_note'), imports);

const invalid = fc.constantFrom(
  call('ad_note', { text: 'ale' }),
  call('add_note', { txt: 'ale' }),
  call('wait', { reason: 'no time given' }),
  { name: 'remove_note', argumentsText: '{"text":"al' },
);

/** Encoded wrongly, but unambiguous: the product repairs such calls. */
const mended = fc.constantFrom(
  { name: 'functions.add_note', argumentsText: JSON.stringify(JSON.stringify({ text: 'ale' })) },
  call('add_note', { arguments: { text: 'bun' } }),
);

const modelCall: fc.Arbitrary<ModelCall> = fc.oneof(
  { weight: 6, arbitrary: write },
  { weight: 2, arbitrary: onNote('find_note') },
  { weight: 2, arbitrary: fc.constant(call('publish', {})) },
  { weight: 1, arbitrary: onNote('open_note') },
  { weight: 1, arbitrary: fc.constant(call('burn_notes', {})) },
  { weight: 1, arbitrary: onNote('ask_shop') },
  { weight: 1, arbitrary: invalid },
  { weight: 1, arbitrary: mended },
  { weight: 1, arbitrary: waits },
  { weight: 1, arbitrary: fc.constant(call('ask_user', { question: 'Which?', choices: ['this', 'that'] })) },
  { weight: 1, arbitrary: fc.constant(call('finish_task', { summary: 'Done.' })) },
);

const seldom = fc.nat({ max: 9 }).map((chance) => chance === 9);

/** Writes, imports and publishing: imports and publishing need approval by default. */
export const askingTurn: fc.Arbitrary<Turn> = fc.record({
  kind: fc.constant('calls' as const),
  calls: fc.array(
    fc.oneof(
      { weight: 2, arbitrary: write },
      { weight: 2, arbitrary: imports },
      { weight: 1, arbitrary: fc.constant(call('publish', {})) },
    ),
    { minLength: 1, maxLength: 4 },
  ),
  isCut: fc.constant(false),
});

const callsTurn = (calls: ModelCall[], isCut = false): Turn => ({ kind: 'calls', calls, isCut });

/** Reads and writes in one response: the read must not validate a write that was decided on an earlier state. */
export const lookAndWriteTurn: fc.Arbitrary<Turn> = fc
  .tuple(onNote('find_note'), fc.array(write, { minLength: 1, maxLength: 2 }))
  .map(([look, writes]) => callsTurn([look, ...writes]));

/** Scripts that begin with two or three writes, so that at least one is likely to change the page. */
export const writingScripts: fc.Arbitrary<Turn[]> = fc
  .tuple(fc.array(write, { minLength: 2, maxLength: 3 }), fc.nat({ max: 1 }))
  .chain(([writes, more]) =>
    more === 0
      ? fc.constant([callsTurn(writes)])
      : turns(2).map((rest): Turn[] => [callsTurn(writes), ...rest]),
  );

/** Scripts by which a run changes the page, then ends or waits without another request. */
export const endingScripts: fc.Arbitrary<Turn[]> = write.chain((change) =>
  fc.oneof(
    fc.constant<Turn[]>([callsTurn([change, call('finish_task', { summary: 'Done.' })])]),
    fc.constant<Turn[]>([
      callsTurn([change, call('ask_user', { question: 'Which?', choices: ['this', 'that'] })]),
    ]),
    // The last call of a response that is cut off does not run.
    fc.constant<Turn[]>([callsTurn([change, change], true)]),
    // The limit of rounds, at most 10.
    fc.array(write, { minLength: 10, maxLength: 10 }).map((writes) => writes.map((one) => callsTurn([one]))),
    // The loop detector: the same call with the same result three times.
    onNote('find_note').map((look) => [callsTurn([look]), callsTurn([look]), callsTurn([change, look])]),
    // Four responses with an invalid call.
    invalid.map((wrong) => [
      callsTurn([wrong]),
      callsTurn([wrong]),
      callsTurn([wrong]),
      callsTurn([change, wrong]),
    ]),
    fc.constant<Turn[]>([callsTurn([change]), { kind: 'fails', code: 'auth', isLate: false }]),
  ),
);

const turn: fc.Arbitrary<Turn> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('says' as const), isCut: seldom, thinks: seldom }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('calls' as const),
      calls: fc.array(modelCall, { minLength: 1, maxLength: 4 }),
      isCut: seldom,
    }),
  },
  { weight: 3, arbitrary: askingTurn },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('fails' as const),
      code: fc.constantFrom(...FAILURES),
      isLate: seldom,
    }),
  },
  { weight: 1, arbitrary: fc.constant<Turn>({ kind: 'stalls' }) },
);

/** The model's behaviour for the next requests. */
export const turns = (max: number) => fc.array(turn, { minLength: 1, maxLength: max });

/** A turn in words, for a counterexample. */
function turnText(did: Turn): string {
  switch (did.kind) {
    case 'says':
      return did.isCut ? 'says something that is cut off' : 'says something';
    case 'calls': {
      const calls = did.calls.map(({ name, argumentsText }) => `${name}(${argumentsText})`).join(' and ');
      return did.isCut ? `calls ${calls} and is cut off` : `calls ${calls}`;
    }
    case 'fails':
      return `fails${did.isLate ? ' in mid-sentence' : ''} (${did.code})`;
    case 'stalls':
      return 'falls silent in mid-sentence';
    default:
      return assertNever(did);
  }
}

export function scriptText(script: readonly Turn[]): string {
  return script.map(turnText).join(', then ');
}
