import fc from 'fast-check';
import { assertNever } from '@/src/core/assert-never';
import type { Approval, ApprovalCall, NotedChoice } from '@/src/schema/approval';
import type { JsonObject } from '@/src/schema/values/json';
import { ofKind, weighted } from '../arbitraries';
import type { ChatWorld } from './chat-world';
import { NOTES, partsOf } from './fuzz-adapter';
import { openCalls } from './seen-preview';

/** The user's intended choice for one call. */
export type IntendedChoice =
  | { kind: 'approve' | 'reject'; note: string }
  /** Approve with these notes in place of the model's. */
  | { kind: 'edit'; notes: string[]; note: string }
  /** Approve with arguments that no tool accepts. */
  | { kind: 'invalid'; note: string }
  /** Approve without the parts at these indices. */
  | { kind: 'part'; places: number[]; note: string };

/** Approves a call as the model wrote it. */
export const APPROVE: IntendedChoice = { kind: 'approve', note: '' };

const note = fc.constantFrom('', '', ' because ');

const intendedChoice: fc.Arbitrary<IntendedChoice> = weighted(
  [6, ofKind('approve', { note })],
  [2, ofKind('reject', { note })],
  [3, ofKind('edit', { notes: fc.subarray([...NOTES], { minLength: 1 }), note })],
  [2, ofKind('part', { places: fc.subarray([0, 1, 2]), note })],
  [1, ofKind('invalid', { note })],
);

/** For the calls that need approval, in order; the last ones may be left without a choice. */
export const intendedChoices = fc.array(intendedChoice, { minLength: 1, maxLength: 4 });

function choiceOf({ executionId, tool, args }: ApprovalCall, intended: IntendedChoice): NotedChoice {
  const choice = { executionId, verdict: 'approve' as const, args: null, leftOut: [], note: intended.note };
  switch (intended.kind) {
    case 'approve':
      return choice;
    case 'reject':
      return { ...choice, verdict: 'reject' };
    case 'invalid':
      return { ...choice, args: { invalid: true } };
    case 'edit':
      return { ...choice, args: edited(tool, args, intended.notes) };
    case 'part':
      return {
        ...choice,
        leftOut: partsOf(tool, args).filter((_, place) => intended.places.includes(place)),
      };
    default:
      return assertNever(intended);
  }
}

function edited(tool: string, args: JsonObject, notes: string[]): JsonObject {
  if (tool === 'import_notes') return { notes };
  return 'text' in args ? { text: notes[0] ?? '' } : args;
}

/** The choices that the panel would submit: calls that the policy allows are approved with those around them. */
export function choicesFor(
  world: ChatWorld,
  approval: Approval,
  intended: readonly IntendedChoice[],
): NotedChoice[] {
  const rest = [...intended];
  const choices: NotedChoice[] = [];
  for (const call of openCalls(world, approval)) {
    const one = call.isAsked ? rest.shift() : APPROVE;
    if (one === undefined) return choices;
    choices.push(choiceOf(call, one));
  }
  return choices;
}

/** Wishes in words, for a counterexample. */
export function intendedText(intended: readonly IntendedChoice[]): string {
  return intended
    .map((one) => {
      const words = one.note === '' ? '' : ' with a note';
      if (one.kind === 'edit') return `“${one.notes.join(' ')} instead”${words}`;
      if (one.kind === 'part')
        return `“without ${one.places.map((place) => place + 1).join(' and ') || 'nothing'}”${words}`;
      return `“${one.kind}”${words}`;
    })
    .join(', ');
}
