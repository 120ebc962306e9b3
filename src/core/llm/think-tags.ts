import type { AIStreamChunk } from './ai-service';

/** Matches a tag of reasoning, or a mark with which gpt-oss begins or ends a part of its answer. */
const MARK = new RegExp(
  '<(?<slash>/?)(?:\\w{1,8}:)?(?:think(?:ing)?|thoughts?|reasoning)>|\\[(?<bracket>/?)THINK\\]|' +
    '(?:<[|]start[|]>\\w{1,20})?<[|]channel[|]>(?<channel>\\w{1,20})(?<target>[^<[]{0,60})<[|]message[|]>|' +
    '<[|](?:end|return)[|]>',
  'i',
);
/** Matches the end of a text that may be the start of a mark. */
const PARTIAL = /(?:<[^<>\s]{0,20}|\[[^[\]\s]{0,6}|<\|(?:start|channel)\|>.{0,140})$/is;
/** Maximum white space before a tag in its line, in UTF-16 units. With more, it is ordinary text. */
const MAX_LEADING_SPACE = 64;

type MarkKind = 'start-tag' | 'end-tag' | 'analysis' | 'part' | 'part-end' | 'call';

const START = {
  /** Received text that is not passed on yet. */
  held: '',
  block: null as 'tag' | 'channel' | null,
  /** True directly after a mark, where white space is dropped. */
  isAfterMark: false,
  /** Text that was passed on as the answer's content. */
  said: '',
  /** True once the endpoint has sent reasoning in its own field. */
  hasThought: false,
  /** The reasoning of the last block. */
  blockThought: '',
  /** First characters of the current line: enough to recognize a tag or a code fence at its beginning. */
  line: '',
  isFenced: false,
  hasMarks: false,
  hasCall: false,
  finish: null as Extract<AIStreamChunk, { type: 'finish' }> | null,
};

type ReaderState = typeof START;

/**
 * Separates the reasoning from an answer's text. Some models write their reasoning into the text, or a server leaves it
 * there. It is converted to reasoning, and the white space after it is dropped:
 *
 * - `<think>…</think>` and the like, also Mistral's `[THINK]` and ByteDance's `<seed:think>`, at the start of a line.
 * - All text before an end tag without a start tag, which some models' templates contain. It was passed on as
 *   text, so the answer restarts with it as reasoning. Not if the endpoint has sent reasoning in its own field.
 * - The channel `analysis` of gpt-oss. The marks of its other channels are dropped, except those of a call.
 *
 * A tag anywhere else, in quotation marks or in a code block is ordinary text. Text that may be part of a mark
 * is held back until it is decided.
 *
 * Reasoning without an end is also given as text at the end, since it may contain the answer; unless the model
 * reached its length limit while reasoning, or a call came.
 */
export function createThinkTags() {
  const state = { ...START };
  const { read, release } = createTextReader(state);
  const releaseAll = () => release(state.held.length);

  return {
    /** The chunks that can be passed on now. */
    add(chunk: AIStreamChunk): AIStreamChunk[] {
      switch (chunk.type) {
        case 'content':
          return read(chunk.text);
        case 'reasoning':
          state.hasThought ||= chunk.text.trim() !== '';
          return [chunk];
        case 'restart':
          Object.assign(state, START);
          return [chunk];
        case 'tool-call-part':
          state.hasCall = true;
          return [...releaseAll(), chunk];
        case 'finish':
          state.finish = chunk;
          return [...releaseAll(), chunk];
        default:
          return [chunk];
      }
    },
    /** The chunks that were held back. Call once, after the last chunk. */
    end(): AIStreamChunk[] {
      const rest = releaseAll();
      const { block, blockThought: text, finish, hasCall } = state;
      const isLost = block !== null && !hasCall && finish?.reason !== 'length' && text.trim() !== '';
      if (!isLost) return rest;
      return [...rest, { type: 'content', text }, ...(finish === null ? [] : [finish])];
    },
  };
}

/**
 * `read` adds to the held text, and returns the chunks of all that is decided. `release` takes the first `length`
 * characters of the held text, and returns them as a chunk.
 */
function createTextReader(state: ReaderState) {
  function read(text: string): AIStreamChunk[] {
    state.held += text;
    const chunks: AIStreamChunk[] = [];
    for (let mark = nextMark(); mark !== null; mark = nextMark()) {
      const kind = kindOf(mark);
      // White space before the first block is dropped, like the white space after it.
      if (isBeforeAll(mark.index) && (kind === 'start-tag' || kind === 'analysis'))
        state.held = state.held.slice(mark.index);
      else chunks.push(...release(mark.index));
      chunks.push(...readMark(kind, mark[0].length));
    }
    return [...chunks, ...release(state.held.length - heldBack())];
  }

  /** True if there is only white space before this place of the held text, and no text was released. */
  function isBeforeAll(index: number): boolean {
    return state.said === '' && state.block === null && isStartOfLine(state.held.slice(0, index));
  }

  function nextMark(): RegExpExecArray | null {
    if (state.isAfterMark) state.held = state.held.trimStart();
    if (state.held !== '') state.isAfterMark = false;
    return MARK.exec(state.held);
  }

  /** Reads the mark with which the held text starts. */
  function readMark(kind: MarkKind, length: number): AIStreamChunk[] {
    const isTag = kind === 'start-tag' || kind === 'end-tag';
    if (state.block !== null) {
      const isEnd = state.block === 'tag' ? kind === 'end-tag' : !isTag;
      if (!isEnd) return release(length);
      state.block = null;
      // The start of another channel is read again.
      return skip(isTag || kind === 'part-end' ? length : 0);
    }
    switch (kind) {
      case 'start-tag':
        return !state.isFenced && isStartOfLine(state.line) ? begin('tag', length) : keep(length);
      case 'analysis':
        return begin('channel', length);
      case 'end-tag':
        return isAlone(state) ? restart(length) : keep(length);
      case 'call':
        return release(length);
      default:
        return kind === 'part' || state.hasMarks ? skip(length) : release(length);
    }
  }

  /** Releases a tag as text. The next end tag is text, too. */
  function keep(length: number): AIStreamChunk[] {
    state.hasMarks = true;
    return release(length);
  }

  function begin(block: 'tag' | 'channel', length: number): AIStreamChunk[] {
    skip(length);
    Object.assign(state, { block, blockThought: '', isAfterMark: false });
    return [];
  }

  function skip(length: number): AIStreamChunk[] {
    state.held = state.held.slice(length);
    state.hasMarks = true;
    state.isAfterMark = true;
    return [];
  }

  function restart(length: number): AIStreamChunk[] {
    skip(length);
    const { said } = state;
    Object.assign(state, { said: '', line: '' });
    if (said === '') return [];
    return [{ type: 'restart' }, { type: 'reasoning', text: said }];
  }

  function release(length: number): AIStreamChunk[] {
    const text = state.held.slice(0, length);
    state.held = state.held.slice(length);
    if (text === '') return [];
    if (state.block !== null) {
      state.blockThought += text;
      return [{ type: 'reasoning', text }];
    }
    state.said += text;
    followLines(state, text);
    return [{ type: 'content', text }];
  }

  /** Length of the held text that may be part of a mark, or white space before one. */
  function heldBack(): number {
    const at = state.held.search(PARTIAL);
    const start = at === -1 ? state.held.length : at;
    return isBeforeAll(start) ? state.held.length : state.held.length - start;
  }

  return { read, release };
}

/** True if an end tag here ends reasoning that had no start tag. */
function isAlone(state: ReaderState): boolean {
  if (state.hasMarks || state.hasCall || state.hasThought || state.finish !== null) return false;
  return !state.isFenced && !/["'`“‘]/.test(state.said.slice(-1));
}

/** Notes the beginning of the last line of a text that was released, and the code fences before it. */
function followLines(state: ReaderState, text: string): void {
  for (const [at, part] of text.split('\n').entries()) {
    if (at > 0) {
      state.isFenced = /^\s*(```|~~~)/.test(state.line) !== state.isFenced;
      state.line = '';
    }
    state.line = (state.line + part).slice(0, MAX_LEADING_SPACE + 1);
  }
}

/** True if a text is only the white space before a tag. */
function isStartOfLine(text: string): boolean {
  return text.length <= MAX_LEADING_SPACE && text.trim() === '';
}

function kindOf({ groups }: RegExpExecArray): MarkKind {
  const slash = groups?.slash ?? groups?.bracket;
  if (slash !== undefined) return slash === '/' ? 'end-tag' : 'start-tag';
  if (groups?.channel === undefined) return 'part-end';
  if (groups.target?.includes('to=')) return 'call';
  return groups.channel.toLowerCase() === 'analysis' ? 'analysis' : 'part';
}
