import type { AIStreamChunk } from './ai-service';
import { createCallAssembler } from './call-assembler';
import { beginsObject } from './json-scan';
import type { AnswerEvent } from './read-stream-event';
import { unclearError } from './transport-error';

/**
 * Checks that the events of a stream are one answer. Some proxies repeat their request if the connection to their
 * provider breaks, and append the second answer to the incomplete first one. No field marks this, so Steward doesn't
 * guess where the second answer begins: `add` and `end` throw `answer-unclear`, and the request is sent again.
 *
 * Other ids alone contradict nothing, because some servers give each event an id of its own. Nor does a role alone:
 * some servers repeat it to keep the connection alive. A text starts a second time if an event has a role and text after
 * a piece without a role. The event may announce it by a role with another id, if earlier events share one. A call
 * starts a second time if its index already has one and text came in between, or a repeated role and another id of the
 * call. All calls without an index count as having the same. {@link createCallAssembler} finds the other contradictions
 * between calls. They are ignored at the length limit, where no call is executed.
 */
export function createSecondStartCheck() {
  const assembler = createCallAssembler();
  /** The last id of a call at each index; null for calls without one. */
  const idsOfCalls = new Map<number | null, string | null>();
  let afterText = new Set<number | null>();
  let afterRole = new Set<number | null>();
  let hasPlainPiece = false;
  let hasPlainPieceSinceRole = false;
  let lastId: string | null = null;
  let hasSharedId = false;
  let announcedId: string | null = null;
  let isCut = false;

  function addCall(part: Extract<AIStreamChunk, { type: 'tool-call-part' }>): void {
    const { index, id, name, argumentsText } = part;
    const isHead = name !== null && (argumentsText.trim() === '' || beginsObject(argumentsText));
    const isSameId = id !== null && id === idsOfCalls.get(index);
    if (isHead && (afterText.has(index) || (afterRole.has(index) && !isSameId)))
      throw unclearError('A call begins again.');
    idsOfCalls.set(index, id ?? idsOfCalls.get(index) ?? null);
    assembler.add(part);
  }

  return {
    add({ id, hasRole, chunks }: AnswerEvent): void {
      const hasText = chunks.some((chunk) => chunk.type === 'content' && chunk.text.trim() !== '');
      const isNewId = hasSharedId && id !== null && id !== lastId;
      if (hasRole && hasPlainPiece && isNewId) announcedId = id;
      if (hasText && (announcedId === null ? hasRole && hasPlainPiece : announcedId === id))
        throw unclearError('A text begins again.');
      // The number of indices only grows. Compared first, because an answer may have many pieces of text.
      if (hasText && afterText.size < idsOfCalls.size) afterText = new Set(idsOfCalls.keys());
      if (hasRole && hasPlainPieceSinceRole) afterRole = new Set(idsOfCalls.keys());
      let hasPiece = hasText;
      for (const chunk of chunks) {
        if (chunk.type === 'finish') isCut = chunk.reason === 'length';
        if (chunk.type !== 'tool-call-part') continue;
        addCall(chunk);
        hasPiece = true;
      }
      if (hasPiece && id !== announcedId) announcedId = null;
      hasPlainPiece ||= hasPiece && !hasRole;
      hasPlainPieceSinceRole = !hasRole && (hasPiece || hasPlainPieceSinceRole);
      hasSharedId ||= id !== null && id === lastId;
      lastId = id ?? lastId;
    },
    /** Call once, after the last event. */
    end(): void {
      if (!isCut && assembler.areUnclear()) throw unclearError('The pieces of a call contradict each other.');
    },
  };
}
