import type { AIStreamChunk } from './ai-service';
import { createCallAssembler } from './call-assembler';
import { beginsObject, createJsonScan, type JsonScan } from './json-scan';

/** The id, role and chunks of one stream event. */
export interface AnswerEvent {
  /** Null if it has none. */
  id: string | null;
  /** True if it has a role, as the first event of an answer does. */
  hasRole: boolean;
  chunks: AIStreamChunk[];
}

type ToolCallPart = Extract<AIStreamChunk, { type: 'tool-call-part' }>;

export interface AnswerCalls {
  /**
   * Returns the events since the restart, including this one, if this event proves that the answer restarted;
   * otherwise null.
   *
   * @param signs.isRoleRepeated true if the event has a role and a piece without one came after the previous
   * role
   * @param signs.isIdUndecided true if its id may be that of another answer
   */
  add(event: AnswerEvent, signs: { isRoleRepeated: boolean; isIdUndecided: boolean }): AnswerEvent[] | null;
  /** The undecided ids turned out to carry no information. */
  ignoreIds(): void;
  /** True if a call may be duplicated, or may belong to an abandoned answer. */
  areUnclear(): boolean;
}

/** Watches the calls of one answer for signs of a restart. See createAnswerRestarts for the rules. */
export function createAnswerCalls(): AnswerCalls {
  const assembler = createCallAssembler();
  /** The last call at each index, with the arguments received so far. */
  const last = new Map<number | null, JsonScan>();
  const opened = new Set<number>();
  /** Events since the first repeated role after the last new call; null before it. */
  let since: AnswerEvent[] | null = null;
  let textSinceRole: 'none' | 'reasoning' | 'content' = 'none';
  let hasTextSinceCall = false;
  let isUnclear = false;
  let isUnclearById = false;

  /** True if a call starts at an index that already has one. */
  function startsAtUsedIndex(part: ToolCallPart, isNew: boolean, before: JsonScan | undefined): boolean {
    if (before === undefined) return false;
    if (isNew) return true;
    // The assembler would append it to the previous call, which was cut off.
    const isHead = part.argumentsText.trim() === '' || beginsObject(part.argumentsText);
    return since !== null && part.name !== null && isHead && isCutOff(before);
  }

  /** True if the part proves that the answer restarted. */
  function provesRestart(part: ToolCallPart, isIdUndecided: boolean): boolean {
    const before = last.get(part.index);
    const { index, argumentsText } = assembler.add(part);
    // A repetition, which the assembler drops, may begin another answer, but only after other text.
    const isRepetition = argumentsText !== part.argumentsText;
    if (isRepetition && textSinceRole === 'none' && !hasTextSinceCall) return false;
    const isNew = isRepetition || !opened.has(index);
    opened.add(index);
    if (startsAtUsedIndex(part, isNew, before)) {
      const isAtIndex = part.index !== null;
      const isWhole = textSinceRole !== 'none' || (before !== undefined && isCutOff(before));
      if (since !== null && isWhole && isAtIndex) return true;
      if (since !== null) isUnclear = true;
      else if (isIdUndecided) isUnclearById = true;
      else if (hasTextSinceCall) isUnclear = true;
    } else if (isNew) {
      since = null;
      textSinceRole = 'none';
    }
    if (isNew) hasTextSinceCall = false;
    const scan = isNew || before === undefined ? createJsonScan() : before;
    scan.add(part.argumentsText);
    last.set(part.index, scan);
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
        const events = since;
        if (chunk.type === 'tool-call-part' && provesRestart(chunk, isIdUndecided)) return events;
      }
      return null;
    },
    ignoreIds() {
      isUnclearById = false;
    },
    areUnclear: () => isUnclear || isUnclearById || (since !== null && textSinceRole === 'content'),
  };
}

function isCutOff(scan: JsonScan): boolean {
  return scan.hasBegun() && !scan.isComplete();
}
