import fc from 'fast-check';
import { assertNever } from '@/src/core/assert-never';
import type { JsonObject } from '@/src/core/json';
import type { Approval, ApprovalCall, NotedChoice } from '@/src/core/records/approval';
import type { ChatWorld } from './chat-world';
import { NOTES, partsOf } from './fuzz-adapter';
import { openCalls } from './seen-preview';

/** The user's intended choice for one call. */
export type Wish =
  | { kind: 'approve' | 'reject'; note: string }
  /** Approve with these notes in place of the model's. */
  | { kind: 'edit'; notes: string[]; note: string }
  /** Approve with arguments that no tool accepts. */
  | { kind: 'misfit'; note: string }
  /** Approve without the parts at these indices. */
  | { kind: 'part'; places: number[]; note: string };

/** Approves a call as the model wrote it. */
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

/** For the calls that need approval, in order; the last ones may be left without a choice. */
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

/** The choices that the panel would submit: calls that the policy allows are approved with those around them. */
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

/** Wishes in words, for a counterexample. */
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
