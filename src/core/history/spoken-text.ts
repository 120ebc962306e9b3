import type { ToolCall } from '@/src/schema/message';
import { bareToolName } from '../records/bare-tool-name';
import { ASK_USER } from '../records/open-question';
import { FINISH_TASK } from '../tools/built-in-tools';
import { readArguments } from '../tools/read-arguments';

/** The argument that is text for the user, by tool. */
const SPOKEN: Readonly<Record<string, string>> = { [ASK_USER]: 'question', [FINISH_TASK]: 'summary' };

/** The text for the user in a call: a question, or the summary of a task. Empty for other calls. */
export function spokenText({ name, argumentsText }: ToolCall): string {
  const member = SPOKEN[bareToolName(name)];
  if (member === undefined) return '';
  const text = readArguments(argumentsText)?.value[member];
  return typeof text === 'string' ? text.trim() : '';
}
