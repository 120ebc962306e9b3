import fc from 'fast-check';
import { assertNever } from '@/src/core/assert-never';
import type { ErrorCode } from '@/src/schema/values/error-code';
import { ofKind, rarely, weighted } from '../arbitraries';
import { NOTES } from './fuzz-adapter';

/** The model's behaviour for one request. */
export type ScriptedResponse =
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
const repairable = fc.constantFrom(
  { name: 'functions.add_note', argumentsText: JSON.stringify(JSON.stringify({ text: 'ale' })) },
  call('add_note', { arguments: { text: 'bun' } }),
);

const modelCall: fc.Arbitrary<ModelCall> = weighted(
  [6, write],
  [2, onNote('find_note')],
  [2, fc.constant(call('publish', {}))],
  [1, onNote('open_note')],
  [1, fc.constant(call('burn_notes', {}))],
  [1, onNote('ask_shop')],
  [1, invalid],
  [1, repairable],
  [1, waits],
  [1, fc.constant(call('ask_user', { question: 'Which?', choices: ['this', 'that'] }))],
  [1, fc.constant(call('finish_task', { summary: 'Done.' }))],
);

/** Writes, imports and publishing: imports and publishing need approval by default. */
export const responseNeedingApproval: fc.Arbitrary<ScriptedResponse> = ofKind('calls', {
  calls: fc.array(weighted([2, write], [2, imports], [1, fc.constant(call('publish', {}))]), {
    minLength: 1,
    maxLength: 4,
  }),
  isCut: fc.constant(false),
});

const callsResponse = (calls: ModelCall[], isCut = false): ScriptedResponse => ({
  kind: 'calls',
  calls,
  isCut,
});

/** Reads and writes in one response: the read must not validate a write that was decided on an earlier state. */
export const readAndWriteResponse: fc.Arbitrary<ScriptedResponse> = fc
  .tuple(onNote('find_note'), fc.array(write, { minLength: 1, maxLength: 2 }))
  .map(([look, writes]) => callsResponse([look, ...writes]));

/** Scripts that begin with two or three writes, so that at least one is likely to change the page. */
export const writingScripts: fc.Arbitrary<ScriptedResponse[]> = fc
  .tuple(fc.array(write, { minLength: 2, maxLength: 3 }), fc.nat({ max: 1 }))
  .chain(([writes, more]) =>
    more === 0
      ? fc.constant([callsResponse(writes)])
      : scriptedResponses(2).map((rest): ScriptedResponse[] => [callsResponse(writes), ...rest]),
  );

/** Scripts by which a run changes the page, then ends or waits without another request. */
export const endingScripts: fc.Arbitrary<ScriptedResponse[]> = write.chain((change) =>
  fc.oneof(
    fc.constant<ScriptedResponse[]>([callsResponse([change, call('finish_task', { summary: 'Done.' })])]),
    fc.constant<ScriptedResponse[]>([
      callsResponse([change, call('ask_user', { question: 'Which?', choices: ['this', 'that'] })]),
    ]),
    // The last call of a response that is cut off does not run.
    fc.constant<ScriptedResponse[]>([callsResponse([change, change], true)]),
    // The limit of rounds, at most 10.
    fc
      .array(write, { minLength: 10, maxLength: 10 })
      .map((writes) => writes.map((one) => callsResponse([one]))),
    // The loop detector: the same call with the same result three times.
    onNote('find_note').map((look) => [
      callsResponse([look]),
      callsResponse([look]),
      callsResponse([change, look]),
    ]),
    // Four responses with an invalid call.
    invalid.map((wrong) => [
      callsResponse([wrong]),
      callsResponse([wrong]),
      callsResponse([wrong]),
      callsResponse([change, wrong]),
    ]),
    fc.constant<ScriptedResponse[]>([
      callsResponse([change]),
      { kind: 'fails', code: 'auth', isLate: false },
    ]),
  ),
);

const response: fc.Arbitrary<ScriptedResponse> = weighted(
  [3, ofKind('says', { isCut: rarely(10), thinks: rarely(10) })],
  [8, ofKind('calls', { calls: fc.array(modelCall, { minLength: 1, maxLength: 4 }), isCut: rarely(10) })],
  [3, responseNeedingApproval],
  [2, ofKind('fails', { code: fc.constantFrom(...FAILURES), isLate: rarely(10) })],
  [1, fc.constant<ScriptedResponse>({ kind: 'stalls' })],
);

/** The model's behaviour for the next requests. */
export const scriptedResponses = (max: number) => fc.array(response, { minLength: 1, maxLength: max });

/** A response in words, for a counterexample. */
function responseText(response: ScriptedResponse): string {
  switch (response.kind) {
    case 'says':
      return response.isCut ? 'says something that is cut off' : 'says something';
    case 'calls': {
      const calls = response.calls
        .map(({ name, argumentsText }) => `${name}(${argumentsText})`)
        .join(' and ');
      return response.isCut ? `calls ${calls} and is cut off` : `calls ${calls}`;
    }
    case 'fails':
      return `fails${response.isLate ? ' in mid-sentence' : ''} (${response.code})`;
    case 'stalls':
      return 'stops sending in mid-sentence';
    default:
      return assertNever(response);
  }
}

export function scriptText(script: readonly ScriptedResponse[]): string {
  return script.map(responseText).join(', then ');
}
