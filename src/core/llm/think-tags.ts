import type { AIStreamChunk } from './ai-service';

/** Separates the reasoning from an answer's text. */
export interface ThinkTags {
  /** The chunks that can be passed on now. */
  add(chunk: AIStreamChunk): AIStreamChunk[];
  /** The chunks that were held back. Call once, after the last chunk. */
  end(): AIStreamChunk[];
}

const OPEN = '<think>';
const CLOSE = '</think>';
/** Maximum white space before the tag, in UTF-16 units. With more, the text is not searched for a tag. */
const MAX_LEADING_SPACE = 64;

/**
 * Some models write their reasoning into the text, as `<think>…</think>` at its start. This text is converted
 * to reasoning, and the white space after it is dropped. A tag anywhere else is ordinary text. Text that may
 * be part of a tag is held back until it is decided.
 *
 * Without an end tag all of it is reasoning. If nothing else has come by the end, it is also given as text,
 * since it may contain the answer; unless the model reached its length limit while reasoning.
 */
export function createThinkTags(): ThinkTags {
  let state: 'before' | 'within' | 'behind' | 'text' = 'before';
  let held = '';
  let thought = '';
  let hasOther = false;
  let finish: Extract<AIStreamChunk, { type: 'finish' }> | null = null;

  function reset(): void {
    state = 'before';
    held = '';
    thought = '';
    hasOther = false;
    finish = null;
  }

  function read(text: string): AIStreamChunk[] {
    held += text;
    switch (state) {
      case 'before':
        return before();
      case 'within':
        return within();
      case 'behind': {
        held = held.trimStart();
        if (held !== '') state = 'text';
        return release('content', held.length);
      }
      default:
        return release('content', held.length);
    }
  }

  function before(): AIStreamChunk[] {
    const begun = held.trimStart();
    const isNear = held.length - begun.length <= MAX_LEADING_SPACE;
    if (isNear && begun.startsWith(OPEN)) {
      state = 'within';
      held = begun.slice(OPEN.length);
      return within();
    }
    if (isNear && OPEN.startsWith(begun)) return [];
    state = 'text';
    return release('content', held.length);
  }

  function within(): AIStreamChunk[] {
    const at = held.indexOf(CLOSE);
    if (at === -1) return release('reasoning', held.length - beginningOf(CLOSE, held));
    const reasoning = release('reasoning', at);
    const rest = held.slice(CLOSE.length);
    held = '';
    state = 'behind';
    return [...reasoning, ...read(rest)];
  }

  function release(type: 'content' | 'reasoning', length: number): AIStreamChunk[] {
    const text = held.slice(0, length);
    held = held.slice(length);
    if (text === '') return [];
    if (type === 'reasoning') thought += text;
    else hasOther = true;
    return [{ type, text }];
  }

  function releaseAll(): AIStreamChunk[] {
    return release(state === 'within' ? 'reasoning' : 'content', held.length);
  }

  return {
    add(chunk) {
      switch (chunk.type) {
        case 'content':
          return read(chunk.text);
        case 'restart':
          reset();
          return [chunk];
        case 'tool-call-part':
          hasOther = true;
          return [...releaseAll(), chunk];
        case 'finish':
          finish = chunk;
          return [...releaseAll(), chunk];
        default:
          return [chunk];
      }
    },
    end() {
      const rest = releaseAll();
      const isLost = state === 'within' && !hasOther && finish?.reason !== 'length' && thought.trim() !== '';
      if (!isLost) return rest;
      return [...rest, { type: 'content', text: thought }, ...(finish === null ? [] : [finish])];
    },
  };
}

/** Number of characters at the end of a text that may be the start of the tag. */
function beginningOf(tag: string, text: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(tag.slice(0, length))) return length;
  }
  return 0;
}
