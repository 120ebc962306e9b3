import type { AIStreamChunk } from './ai-service';
import { type AnswerEvent, createStreamEventReader } from './read-stream-event';
import { createSecondStartCheck } from './second-start';
import { createStreamReader, type ReaderDeps, type StreamReader } from './stream-reader';

/**
 * Reads the events of one stream of chat completions. Some proxies send each event twice: as long as all events with a call
 * come in equal pairs, a pair counts once. Pieces of one call never begin with such a pair, because no JSON object
 * starts with two equal pieces.
 */
export function createChatReader(deps: ReaderDeps): StreamReader {
  const secondStart = createSecondStartCheck();
  const readEvent = createStreamEventReader(deps.host);
  let hasRead = false;
  let isFinished = false;
  let hasCall = false;
  let hasUsageAfterPieces = false;
  /** True if pieces of the answer come with a usage, which then says nothing about the end. */
  let hasUsageInPieces = false;
  /**
   * Data of the last event with a call, until the event is repeated; then empty, as at the start. Null once such an
   * event was not repeated: pairs are no longer looked for.
   */
  let unpaired: string | null = '';

  function noteEnd({ hasChoice, chunks }: AnswerEvent): void {
    const has = (type: AIStreamChunk['type']) => chunks.some((chunk) => chunk.type === type);
    const hasPiece = has('content') || has('reasoning') || has('tool-call-part');
    hasRead ||= chunks.length > 0;
    hasCall ||= has('tool-call-part');
    isFinished = has('finish') || (isFinished && !hasPiece);
    if (hasPiece) {
      hasUsageAfterPieces = false;
      hasUsageInPieces ||= has('usage');
    } else if (has('usage')) hasUsageAfterPieces = !hasChoice || !hasUsageInPieces;
  }

  /** True for the second event of a pair. */
  function isRepeated(data: string, chunks: readonly AIStreamChunk[]): boolean {
    const calls = chunks.filter((chunk) => chunk.type === 'tool-call-part');
    if (unpaired === null || (unpaired === '' && calls.length === 0)) return false;
    const isPair = data === unpaired;
    const mayBePaired = unpaired === '' && calls.every(isIdentified);
    unpaired = isPair ? '' : mayBePaired ? data : null;
    return isPair;
  }

  const reader = createStreamReader(deps, {
    read(value, { data }) {
      const isPart = [value.choices, value.usage, value.timings].some((field) => field != null);
      if (!isPart) return null;
      const event = readEvent(value);
      if (isRepeated(data, event.chunks)) return [];
      noteEnd(event);
      secondStart.add(event);
      return event.chunks;
    },
    isFinished: () => isFinished,
    ending() {
      if (isFinished || hasUsageAfterPieces) return 'stated';
      return hasRead && !hasCall ? 'text' : null;
    },
  });
  return {
    ...reader,
    end() {
      secondStart.end();
      return reader.end();
    },
  };
}

/** True if an identical second part repeats this one. With a name and no id, it could be a second call with equal arguments. */
function isIdentified({ id, name }: Extract<AIStreamChunk, { type: 'tool-call-part' }>): boolean {
  return name === null || id !== null;
}
