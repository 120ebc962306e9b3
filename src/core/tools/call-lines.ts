import type { Said } from '@/src/schema/values/said';
import { type CallLine, callLabel } from './call-label';
import { callInWords } from './call-words';
import type { ToolDefinition } from './tool-definition';

/**
 * Returns a function that writes a call in one line: in the words of its tool, or, for any other tool, as name and
 * arguments.
 */
export function linesOf(tools: readonly Pick<ToolDefinition, 'name' | 'line'>[]): CallLine<Said> {
  const texts = new Map(tools.map(({ name, line }) => [name, line]));
  return (name, args) => {
    const text = texts.get(name);
    return text === undefined ? callLabel(name, args) : callInWords(text, args);
  };
}
