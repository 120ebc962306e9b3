import { bareToolName } from '@/src/core/records/bare-tool-name';
import { parseArguments } from '@/src/panel/kit/text/call-line';
import type { Json } from '@/src/schema/values/json';

/** A call of one of Steward's own tools, with the parts that the panel shows. */
export type BuiltInCall =
  | { name: 'ask_user'; question: string; choices: readonly string[]; allowsOther: boolean }
  | { name: 'wait'; reason: string }
  | { name: 'finish_task'; summary: string };

/** True for the names of Steward's own tools. */
export function isBuiltIn(name: string): boolean {
  return ['ask_user', 'wait', 'finish_task'].includes(bareToolName(name));
}

/**
 * Reads a call of one of Steward's own tools for display. Null for other tools, and if the text to show is missing: the call is
 * then shown as a card.
 */
export function readBuiltInCall(name: string, argumentsText: string): BuiltInCall | null {
  // Arguments that are still streaming can't be parsed yet.
  const args = parseArguments(argumentsText) ?? {};
  const bareName = bareToolName(name);
  switch (bareName) {
    case 'ask_user':
      return isText(args.question)
        ? {
            name: bareName,
            question: args.question,
            choices: textsOf(args.choices),
            allowsOther: args.allow_other !== false,
          }
        : null;
    case 'wait':
      return isText(args.reason) ? { name: bareName, reason: args.reason } : null;
    case 'finish_task':
      return isText(args.summary) ? { name: bareName, summary: args.summary } : null;
    default:
      return null;
  }
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function textsOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter(isText) : [];
}
