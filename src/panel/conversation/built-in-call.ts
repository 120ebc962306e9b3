import { assertNever } from '@/src/core/assert-never';
import { parseArguments } from '@/src/panel/kit/text/call-line';
import type { Json } from '@/src/schema/values/json';

/** A call of one of Steward's own tools, with the parts that the panel shows. */
export type BuiltInCall =
  | { name: 'ask_user'; question: string; choices: readonly string[]; allowsOther: boolean }
  | { name: 'wait'; reason: string }
  | { name: 'finish_task'; summary: string };

/** True for the names of Steward's own tools. */
export function isBuiltIn(name: string): name is BuiltInCall['name'] {
  return name === 'ask_user' || name === 'wait' || name === 'finish_task';
}

/**
 * Reads a call of one of Steward's own tools for display. Null for other tools, and if the text to show is missing: the call is
 * then shown as a card.
 */
export function readBuiltInCall(name: string, argumentsText: string): BuiltInCall | null {
  if (!isBuiltIn(name)) return null;
  // Arguments that are still streaming can't be parsed yet.
  const args = parseArguments(argumentsText) ?? {};
  switch (name) {
    case 'ask_user':
      return isText(args.question)
        ? {
            name,
            question: args.question,
            choices: textsOf(args.choices),
            allowsOther: args.allow_other !== false,
          }
        : null;
    case 'wait':
      return isText(args.reason) ? { name, reason: args.reason } : null;
    case 'finish_task':
      return isText(args.summary) ? { name, summary: args.summary } : null;
    default:
      return assertNever(name);
  }
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter(isText) : [];
}
