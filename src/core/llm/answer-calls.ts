import type { AIStreamChunk } from './ai-service';
import { createCallAssembler } from './call-assembler';
import { beginsObject } from './json-scan';

/** One event of a streamed answer. */
export interface AnswerEvent {
  /** The endpoint's id of the answer; null if the event has none. */
  id: string | null;
  /** True if the event has the field `role`, which endpoints send in the first event of an answer. */
  hasRole: boolean;
  chunks: AIStreamChunk[];
}

type ToolCallPart = Extract<AIStreamChunk, { type: 'tool-call-part' }>;

export interface AnswerCalls {
  /**
   * Returns the events since the restart, including this one, if this event proves that the answer restarted;
   * otherwise null.
   *
   * @param signs.isRoleRepeated true if the event has a role, and a piece without a role came after the previous role
   * @param signs.isIdUndecided true if the event's id may be that of another answer
   */
  add(event: AnswerEvent, signs: { isRoleRepeated: boolean; isIdUndecided: boolean }): AnswerEvent[] | null;
  /** Call it when the undecided ids turned out to carry no information. */
  ignoreIds(): void;
  /** True if a call may be duplicated, or may belong to an abandoned answer. */
  areUnclear(): boolean;
}

/** Watches the calls of one answer for signs of a restart. See createAnswerRestarts for the rules. */
export function createAnswerCalls(): AnswerCalls {
  const assembler = createCallAssembler();
  /** The assembled index of the last call at each index of the stream. */
  const last = new Map<number | null, number>();
  /** Assembled indices of the calls that have begun. */
  const opened = new Set<number>();
  /** The events since the first repeated role after the last new call; null if there was no such role. */
  let since: AnswerEvent[] | null = null;
  let textSinceRole: 'none' | 'reasoning' | 'content' = 'none';
  let hasTextSinceCall = false;
  let isUnclear = false;
  let isUnclearById = false;

  /** True if a call starts at an index that already has one. */
  function startsAtUsedIndex(
    { index, name, argumentsText }: ToolCallPart,
    isNew: boolean,
    isAfterCut: boolean,
  ): boolean {
    if (!last.has(index)) return false;
    if (isNew) return true;
    // If the previous call was cut off, the assembler appends the start of the next one to it.
    const isHead = argumentsText.trim() === '' || beginsObject(argumentsText);
    return since !== null && name !== null && isHead && isAfterCut;
  }

  /** True if the part proves that the answer restarted. */
  function provesRestart(part: ToolCallPart, isIdUndecided: boolean): boolean {
    const before = last.get(part.index);
    const isAfterCut = before !== undefined && assembler.isCutOff(before);
    const { index, argumentsText } = assembler.add(part);
    // A repetition, which the assembler drops, may begin another answer, but only after other text.
    const isRepetition = argumentsText !== part.argumentsText;
    if (isRepetition && textSinceRole === 'none' && !hasTextSinceCall) return false;
    const isNew = isRepetition || !opened.has(index);
    opened.add(index);
    if (startsAtUsedIndex(part, isNew, isAfterCut)) {
      const isCertain = part.index !== null && (textSinceRole !== 'none' || isAfterCut);
      if (since !== null && isCertain) return true;
      if (since !== null) isUnclear = true;
      else if (isIdUndecided) isUnclearById = true;
      else if (hasTextSinceCall) isUnclear = true;
    } else if (isNew) {
      since = null;
      textSinceRole = 'none';
    }
    if (isNew) hasTextSinceCall = false;
    last.set(part.index, index);
    return false;
  }

  function noteText(type: 'content' | 'reasoning', text: string): void {
    if (text.trim() === '') return;
    if (since !== null && textSinceRole !== 'content') textSinceRole = type;
    if (type === 'content' && opened.size > 0) hasTextSinceCall = true;
  }

  return {
    add(event, { isRoleRepeated, isIdUndecided }) {
      if (isRoleRepeated && opened.size > 0) since ??= [];
      since?.push(event);
      for (const chunk of event.chunks) {
        if (chunk.type === 'content' || chunk.type === 'reasoning') noteText(chunk.type, chunk.text);
        else if (chunk.type === 'tool-call-part' && provesRestart(chunk, isIdUndecided)) return since;
      }
      return null;
    },
    ignoreIds() {
      isUnclearById = false;
    },
    areUnclear: () => isUnclear || isUnclearById || (since !== null && textSinceRole === 'content'),
  };
}
