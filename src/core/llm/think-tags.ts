import type { AIStreamChunk } from './ai-service';

/** Words for thinking that models use in the names of their marks. */
const THINKING =
  '(?<!\\p{L})(?:(?:ant)?think(?:ing|s)?|thoughts?|reasoning|reflections?|analysis|scratch_?pad|monologue|思考)(?!\\p{L})';
const NAME_PART = '[\\p{L}\\d_▁:.-]{0,40}';
const VALUE = `(?:"[^"<>\\n]{0,80}"|'[^'<>\\n]{0,80}'|[^\\s<>"']{1,80})`;
const ATTRIBUTES = `(?:\\s+[\\w-]{1,40}=${VALUE}){0,9}`;

/**
 * Matches, in this order: a mark whose name has a word for thinking, in any brackets except those of a link; an element
 * with such a word as the value of an attribute; a mark of one model that such a word follows as the only one in its line;
 * a mark around the answer itself; and a mark with which gpt-oss begins or ends a part of its answer.
 */
const MARK = new RegExp(
  `[<＜[{◁⟨⟪【](?<slash>[|｜]?/?)(?<name>${NAME_PART}${THINKING}${NAME_PART})${ATTRIBUTES}\\s?(?:[|｜]?[>＞}▷⟩⟫】]|\\](?=[^(:[\\]]))|` +
    `<(?<element>\\p{L}{1,20})${ATTRIBUTES}\\s+[\\w-]{1,40}=["']?${THINKING}["']?${ATTRIBUTES}\\s?>|` +
    `<[|｜]?(?<header>\\p{L}{1,20})(?:_start)?(?:[|｜]|(?<=<[|｜][^<>]*)|\\d{2,3})>${THINKING}\\s*\\n|` +
    '<(?<wrapper>[|｜]?/?(?:(?:start|begin|end)_(?:of_)?)?(?:final_)?(?:answer|response|solution)[|｜]?)>|' +
    '(?:<[|]start[|]>\\w{1,20})?<[|]channel[|]>(?<channel>\\w{1,20})(?<target>[^<[]{0,60})<[|]message[|]>|' +
    '<[|](?:end|return)[|]>',
  'iu',
);
/** Matches the name of a closing mark. */
const CLOSING = /^(?:end|close)(?!\p{L})|(?<!\p{L})end$/iu;
/** Matches the end of a text that may be the start of a mark. */
const PARTIAL = new RegExp(
  `(?:[<＜{◁⟨⟪【][^<>\\s]{0,100}|\\[[^[\\]\\s]{0,90}\\]?|<\\p{L}[\\w:-]{0,90}${ATTRIBUTES}\\s+(?:[\\w-]{0,40}(?:=["']?[^"'<>\\n]{0,80}["']?)?)\\s?|` +
    '<[^<>\\s]{1,30}>\\p{L}{0,12}\\s*|<\\|(?:start|channel)\\|>.{0,140})$',
  'isu',
);
/** Maximum white space before a tag in its line, in UTF-16 units. With more, it is ordinary text. */
const MAX_LEADING_SPACE = 64;

type MarkKind =
  | 'start-tag'
  | 'end-tag'
  | 'wrapper'
  | 'wrapper-end'
  | 'analysis'
  | 'part'
  | 'part-end'
  | 'call';

const START = {
  /** Received text that is not passed on yet. */
  held: '',
  block: null as 'tag' | 'channel' | null,
  /** Matches the end of the block; null if any end tag or mark of its kind ends it. */
  closer: null as RegExp | null,
  /** True between the marks around the answer itself. */
  isWrapped: false,
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
 * - A block between marks whose name is a word for thinking, at the start of a line: `<think>…</think>`,
 *   `[THINK]…[/THINK]`, `<|START_THINKING|>…<|END_THINKING|>`, `<details type="reasoning">…</details>`,
 *   `<|channel>thought…<channel|>` and the like.
 * - All text before an end tag without a start tag, which some models' templates contain. It was passed on as
 *   text, so the answer restarts with it as reasoning. Not if the endpoint has sent reasoning in its own field.
 * - The channel `analysis` of gpt-oss. The marks of its other channels are dropped, except those of a call.
 *
 * Marks around the answer itself, such as `<response>`, are dropped at its beginning and end.
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
      if (isBeforeAll(mark.index) && ['start-tag', 'analysis', 'wrapper'].includes(kind))
        state.held = state.held.slice(mark.index);
      else chunks.push(...release(mark.index));
      chunks.push(...readMark(kind, mark));
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
    return (state.closer ?? MARK).exec(state.held);
  }

  /** Reads the mark with which the held text starts. */
  function readMark(kind: MarkKind, { 0: { length }, groups }: RegExpExecArray): AIStreamChunk[] {
    const isTag = kind === 'start-tag' || kind === 'end-tag';
    if (state.block !== null) {
      const isEnd = state.block === 'tag' ? kind === 'end-tag' : !isTag;
      if (!isEnd) return release(length);
      Object.assign(state, { block: null, closer: null });
      // The start of another channel is read again.
      return skip(isTag || kind === 'part-end' ? length : 0);
    }
    switch (kind) {
      case 'start-tag':
        if (state.isFenced || !isStartOfLine(state.line)) return keep(length);
        state.closer = closerOf(groups);
        return begin('tag', length);
      case 'wrapper':
        if (state.said !== '') return release(length);
        state.isWrapped = true;
        return skip(length);
      case 'wrapper-end':
        if (!state.isWrapped) return release(length);
        state.isWrapped = false;
        state.held = state.held.slice(length);
        return [];
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
  // The pattern has groups, so `??` only satisfies the type checker.
  const { slash, name = '', element, header, wrapper, closer } = groups ?? {};
  if (element !== undefined || header !== undefined) return 'start-tag';
  if (closer !== undefined || slash?.includes('/') || CLOSING.test(name)) return 'end-tag';
  if (slash !== undefined) return 'start-tag';
  if (wrapper !== undefined) return /\/|end_/i.test(wrapper) ? 'wrapper-end' : 'wrapper';
  if (groups?.channel === undefined) return 'part-end';
  if (groups.target?.includes('to=')) return 'call';
  return groups.channel.toLowerCase() === 'analysis' ? 'analysis' : 'part';
}

/** Matches the end of a block whose opening mark has a word for thinking outside of its name; null for any other block. */
function closerOf(groups: RegExpExecArray['groups']): RegExp | null {
  // The pattern has groups, so `??` only satisfies the type checker.
  const { element, header } = groups ?? {};
  if (element !== undefined) return new RegExp(`(?<closer></${element}\\s?>)`, 'iu');
  return header === undefined
    ? null
    : new RegExp(`(?<closer><[|｜]?${header}(?:_end)?(?:[|｜]|\\d{0,3})>)`, 'iu');
}
