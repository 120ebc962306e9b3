import type { AIStreamChunk } from './ai-service';

/** Words for thinking that models use in the names of their marks. */
const THINKING =
  '(?<!\\p{L})(?:(?:ant)?think(?:ing|s)?|thoughts?|reasoning|reflections?|analysis|scratch_?pad|monologue|思考)(?!\\p{L})';
const NAME_PART = '[\\p{L}\\d_▁:.-]{0,40}';
const VALUE = `(?:"[^"<>\\n]{0,80}"|'[^'<>\\n]{0,80}'|[^\\s<>"']{1,80})`;
const ATTRIBUTES = `(?:\\s+[\\w-]{1,40}=${VALUE}){0,9}`;

const BRACKET = '[<＜[{◁⟨⟪【]';
/** A slash before a name, or a word for an end as its first or last part. */
const ENDS = `(?=[|｜]?(?:/|(?:end|close)(?!\\p{L})|${NAME_PART}(?<!\\p{L})end(?![\\p{L}\\d_▁:.-])))`;
/** A name with a word for thinking and the closing bracket, which isn't that of a link. */
const NAMED = `[|｜]?/?${NAME_PART}${THINKING}${NAME_PART}${ATTRIBUTES}\\s?(?:[|｜]?[>＞}▷⟩⟫】]|\\](?=[^(:[\\]]))`;
const WRAPPED = '(?:final_)?(?:answer|response|solution)[|｜]?>';

/** Pattern for a mark with which gpt-oss begins a part of its answer. */
function channel(name: string, target: string): string {
  return `(?:<[|]start[|]>\\w{1,20})?<[|]channel[|]>${name}(?!\\w)${target}<[|]message[|]>`;
}
const ANY_CHANNEL = channel('\\w{1,20}', '[^<[]{0,60}');

/** Patterns of the marks, by kind. The first that matches decides. */
const MARKS = {
  end: BRACKET + ENDS + NAMED,
  start: BRACKET + NAMED,
  /** An element with a word for thinking as the value of an attribute. */
  element: `<(?<tag>\\p{L}{1,20})${ATTRIBUTES}\\s+[\\w-]{1,40}=["']?${THINKING}["']?${ATTRIBUTES}\\s?>`,
  /** A mark of one model that a word for thinking follows as the only one in its line. */
  header: `<[|｜]?(?<head>\\p{L}{1,20})(?:_start)?(?:[|｜]|(?<=<[|｜][^<>]*)|\\d{2,3})>${THINKING}\\s*\\n`,
  /** Marks around the answer itself. */
  wrapperEnd: `<[|｜]?(?:/|end_(?:of_)?)${WRAPPED}`,
  wrapper: `<[|｜]?(?:(?:start|begin)_(?:of_)?)?${WRAPPED}`,
  analysis: channel('analysis', '(?![^<[]*to=)[^<[]{0,60}'),
  call: channel('\\w{1,20}', '(?=[^<[]*to=)[^<[]{0,60}'),
  part: ANY_CHANNEL,
  partEnd: '<[|](?:end|return)[|]>',
};
type MarkKind = keyof typeof MARKS;

const MARK = new RegExp(
  Object.entries(MARKS)
    .map(([kind, pattern]) => `(?<${kind}>${pattern})`)
    .join('|'),
  'iu',
);

/** Creates the pattern for the end of a block of reasoning; null if a mark of this kind begins none. */
function closerOf(kind: MarkKind, tag: string, head: string): RegExp | null {
  const closers: { [kind in MarkKind]?: string } = {
    start: MARKS.end,
    element: `</${tag}\\s?>`,
    header: `<[|｜]?${head}(?:_end)?(?:[|｜]|\\d{0,3})>`,
    // The start of another channel is read again.
    analysis: `${MARKS.partEnd}|(?=${ANY_CHANNEL})`,
  };
  const closer = closers[kind];
  return closer === undefined ? null : new RegExp(closer, 'iu');
}

/** Matches the end of a text that may be the start of a mark. */
const PARTIAL = new RegExp(
  `(?:[<＜{◁⟨⟪【][^<>\\s]{0,100}|\\[[^[\\]\\s]{0,90}\\]?|<\\p{L}[\\w:-]{0,90}${ATTRIBUTES}\\s+(?:[\\w-]{0,40}(?:=["']?[^"'<>\\n]{0,80}["']?)?)\\s?|` +
    '<[^<>\\s]{1,30}>\\p{L}{0,12}\\s*|<\\|(?:start|channel)\\|>.{0,140})$',
  'isu',
);
/** Maximum white space before a tag in its line, in UTF-16 units. With more, it is ordinary text. */
const MAX_LEADING_SPACE = 64;

const START = {
  /** Received text that is not passed on yet. */
  held: '',
  /** Matches the end of the block of reasoning that is read; null outside of one. */
  closer: null as RegExp | null,
  /** True after a mark around the answer itself. */
  isWrapped: false,
  /** True after a mark of a channel. */
  hasChannels: false,
  /** True directly after a mark, where white space is dropped. */
  isAfterMark: false,
  /** Text that was passed on as the answer's content. */
  said: '',
  /** True once an end tag can't be the end of the text before it: after a mark, a call, or reasoning in its own field. */
  isSettled: false,
  /** The reasoning of the last block. */
  blockThought: '',
  /** First characters of the current line: enough to recognize a tag or a code fence at its beginning. */
  line: '',
  isFenced: false,
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
          state.isSettled ||= chunk.text.trim() !== '';
          return [chunk];
        case 'restart':
          Object.assign(state, START);
          return [chunk];
        case 'tool-call-part':
          Object.assign(state, { hasCall: true, isSettled: true });
          return [...releaseAll(), chunk];
        case 'finish':
          Object.assign(state, { finish: chunk, isSettled: true });
          return [...releaseAll(), chunk];
        default:
          return [chunk];
      }
    },
    /** The chunks that were held back. Call once, after the last chunk. */
    end(): AIStreamChunk[] {
      const rest = releaseAll();
      const { closer, blockThought: text, finish, hasCall } = state;
      const isLost = closer !== null && !hasCall && finish?.reason !== 'length' && text.trim() !== '';
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
    for (let mark = nextMark(); mark !== null; mark = nextMark()) chunks.push(...readMark(mark));
    return [...chunks, ...release(state.held.length - heldBack())];
  }

  /** True if there is only white space before this place of the held text, and no text was released. */
  function isBeforeAll(index: number): boolean {
    return state.said === '' && state.closer === null && isStartOfLine(state.held.slice(0, index));
  }

  function nextMark(): RegExpExecArray | null {
    if (state.isAfterMark) state.held = state.held.trimStart();
    if (state.held !== '') state.isAfterMark = false;
    return (state.closer ?? MARK).exec(state.held);
  }

  /** Reads the held text up to the end of a mark. */
  function readMark({ 0: { length }, index, groups = {} }: RegExpExecArray): AIStreamChunk[] {
    if (state.closer !== null) {
      const thought = release(index);
      state.closer = null;
      return [...thought, ...skip(length)];
    }
    const { tag = '', head = '', ...kinds } = groups;
    const kind = (Object.keys(MARKS) as MarkKind[]).find((one) => kinds[one] !== undefined) ?? 'partEnd';
    const closer = closerOf(kind, tag, head);
    // White space before the first block is dropped, like the white space after it.
    const isDropped = isBeforeAll(index) && (closer !== null || kind === 'wrapper');
    const before = isDropped ? skip(index) : release(index);
    return [...before, ...readAt(kind, closer, length)];
  }

  /** Reads the mark with which the held text starts, outside of a block. */
  function readAt(kind: MarkKind, closer: RegExp | null, length: number): AIStreamChunk[] {
    const { said, line, isFenced, isWrapped } = state;
    const isTag = closer !== null && kind !== 'analysis';
    if (kind === 'end' ? !isAlone(state) : isTag && (isFenced || !isStartOfLine(line))) {
      // The tag is text. So is the next end tag.
      state.isSettled = true;
      return release(length);
    }
    state.hasChannels ||= kind === 'analysis' || kind === 'part';
    const isText =
      kind === 'call' ||
      (kind === 'partEnd' && !state.hasChannels) ||
      (kind === 'wrapper' && said !== '') ||
      (kind === 'wrapperEnd' && !isWrapped);
    if (isText) return release(length);
    skip(length);
    if (closer !== null) Object.assign(state, { closer, blockThought: '', isAfterMark: false });
    if (kind === 'wrapper') state.isWrapped = true;
    if (kind !== 'end') return [];
    Object.assign(state, { said: '', line: '' });
    return said === '' ? [] : [{ type: 'restart' }, { type: 'reasoning', text: said }];
  }

  /** Drops the first characters of the held text, which belong to a mark. */
  function skip(length: number): AIStreamChunk[] {
    Object.assign(state, { held: state.held.slice(length), isSettled: true, isAfterMark: true });
    return [];
  }

  function release(length: number): AIStreamChunk[] {
    const text = state.held.slice(0, length);
    state.held = state.held.slice(length);
    if (text === '') return [];
    if (state.closer !== null) {
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
function isAlone({ isSettled, isFenced, said }: ReaderState): boolean {
  return !isSettled && !isFenced && !/["'`“‘]/.test(said.slice(-1));
}

/** Notes the beginning of the last line of a text that was released, and the code fences before it. */
function followLines(state: ReaderState, text: string): void {
  const lines = (state.line + text).split('\n');
  // `split` returns at least one line, so `??` only satisfies the type checker.
  state.line = (lines.pop() ?? '').slice(0, MAX_LEADING_SPACE + 1);
  for (const line of lines) if (/^\s*(```|~~~)/.test(line)) state.isFenced = !state.isFenced;
}

/** True if a text is only the white space before a tag. */
function isStartOfLine(text: string): boolean {
  return text.length <= MAX_LEADING_SPACE && text.trim() === '';
}
