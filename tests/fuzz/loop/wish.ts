import fc from 'fast-check';
import { assertNever } from '@/src/core/assert-never';
import type { JsonObject } from '@/src/core/json';
import type { Approval, ApprovalCall, NotedChoice } from '@/src/core/policy/approval';
import type { ChatWorld } from './chat-world';
import { NOTES, partsOf } from './fuzz-adapter';
import { openCalls } from './sight';

/** What the user would do about one call. */
export type Wish =
  | { kind: 'approve' | 'reject'; note: string }
  /** With these notes in place of the model's. */
  | { kind: 'edit'; notes: string[]; note: string }
  /** With arguments that no tool has. */
  | { kind: 'misfit'; note: string }
  /** Without the parts at these places. */
  | { kind: 'part'; places: number[]; note: string };

/** What a person does who changes nothing. */
export const APPROVES: Wish = { kind: 'approve', note: '' };

const note = fc.constantFrom('', '', ' because ');

const wish: fc.Arbitrary<Wish> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('approve' as const), note }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reject' as const), note }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      notes: fc.subarray([...NOTES], { minLength: 1 }),
      note,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('part' as const),
      places: fc.subarray([0, 1, 2]),
      note,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('misfit' as const), note }) },
);

/** For the first of the calls that ask; all of them, or fewer. */
export const wishes = fc.array(wish, { minLength: 1, maxLength: 4 });

function choiceOf({ executionId, tool, args }: ApprovalCall, wished: Wish): NotedChoice {
  const choice = { executionId, verdict: 'approve' as const, args: null, leftOut: [], note: wished.note };
  switch (wished.kind) {
    case 'approve':
      return choice;
    case 'reject':
      return { ...choice, verdict: 'reject' };
    case 'misfit':
      return { ...choice, args: { misfit: true } };
    case 'edit':
      return { ...choice, args: edited(tool, args, wished.notes) };
    case 'part':
      return { ...choice, leftOut: partsOf(tool, args).filter((_, place) => wished.places.includes(place)) };
    default:
      return assertNever(wished);
  }
}

function edited(tool: string, args: JsonObject, notes: string[]): JsonObject {
  if (tool === 'import_notes') return { notes };
  return 'text' in args ? { text: notes[0] ?? '' } : args;
}

/** As the panel makes them: for the calls between them as well, about which nobody asks. */
export function choicesFor(world: ChatWorld, approval: Approval, wished: readonly Wish[]): NotedChoice[] {
  const rest = [...wished];
  const choices: NotedChoice[] = [];
  for (const call of openCalls(world, approval)) {
    const one = call.isAsked ? rest.shift() : APPROVES;
    if (one === undefined) return choices;
    choices.push(choiceOf(call, one));
  }
  return choices;
}

/** In words, for a counterexample. */
export function wishText(wished: readonly Wish[]): string {
  return wished
    .map((one) => {
      const words = one.note === '' ? '' : ' with a note';
      if (one.kind === 'edit') return `“${one.notes.join(' ')} instead”${words}`;
      if (one.kind === 'part')
        return `“without ${one.places.map((place) => place + 1).join(' and ') || 'nothing'}”${words}`;
      return `“${one.kind}”${words}`;
    })
    .join(', ');
}
