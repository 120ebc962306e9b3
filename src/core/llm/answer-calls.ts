import type { AIStreamChunk } from './ai-service';
import { createCallAssembler } from './call-assembler';

type ToolCallPart = Extract<AIStreamChunk, { type: 'tool-call-part' }>;

export interface AnswerCalls {
  /**
   * Follows the chunks of an event.
   *
   * @param signs.isRoleRepeated true if the event has a role and a piece without one came after the previous
   * role
   * @param signs.isIdUndecided true if its id may be that of another answer
   */
  add(chunks: readonly AIStreamChunk[], signs: { isRoleRepeated: boolean; isIdUndecided: boolean }): void;
  /** The undecided ids turned out to carry no information. */
  ignoreIds(): void;
  /** True if a call may be duplicated, or may belong to an abandoned answer. */
  areUnclear(): boolean;
}

/** Watches the calls of one answer for signs of another answer. See createAnswerRestarts for the rules. */
export function createAnswerCalls(): AnswerCalls {
  const assembler = createCallAssembler();
  /** The indices of the parts so far. */
  const usedIndices = new Set<number | null>();
  const opened = new Set<number>();
  /** True from a repeated role on, until a new call. */
  let isAfterRole = false;
  let textSinceRole: 'none' | 'reasoning' | 'content' = 'none';
  let hasTextSinceCall = false;
  let isUnclear = false;
  let isUnclearById = false;

  function notePart(part: ToolCallPart, isIdUndecided: boolean): void {
    const isUsed = usedIndices.has(part.index);
    usedIndices.add(part.index);
    const { index, argumentsText } = assembler.add(part);
    // A repetition, which the assembler drops, may begin another answer, but only after other text.
    const isRepetition = argumentsText !== part.argumentsText;
    if (isRepetition && textSinceRole === 'none' && !hasTextSinceCall) return;
    const isNew = isRepetition || !opened.has(index);
    opened.add(index);
    // After a role, the assembler may append the start of a call to one that was cut off.
    if (isUsed && (isNew || (isAfterRole && part.name !== null))) {
      if (isAfterRole) isUnclear = true;
      else if (isIdUndecided) isUnclearById = true;
      else if (hasTextSinceCall) isUnclear = true;
    } else if (isNew) {
      isAfterRole = false;
      textSinceRole = 'none';
    }
    if (isNew) hasTextSinceCall = false;
  }

  function noteText(type: 'content' | 'reasoning', text: string): void {
    if (text.trim() === '') return;
    if (isAfterRole && textSinceRole !== 'content') textSinceRole = type;
    if (type === 'content' && opened.size > 0) hasTextSinceCall = true;
  }

  return {
    add(chunks, { isRoleRepeated, isIdUndecided }) {
      if (isRoleRepeated && opened.size > 0) isAfterRole = true;
      for (const chunk of chunks) {
        if (chunk.type === 'content' || chunk.type === 'reasoning') noteText(chunk.type, chunk.text);
        else if (chunk.type === 'tool-call-part') notePart(chunk, isIdUndecided);
      }
    },
    ignoreIds() {
      isUnclearById = false;
    },
    areUnclear: () => isUnclear || isUnclearById || (isAfterRole && textSinceRole === 'content'),
  };
}
