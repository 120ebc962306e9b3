import type { AIStreamChunk } from './ai-service';

/** Words for thinking that models use in the names of their marks. */
const THINKING =
  '(?<!\\p{L})(?:(?:ant)?think(?:ing|s)?|thoughts?|reasoning|reflections?|analysis|scratch_?pad|monologue|思考)(?!\\p{L})';
/** The rest of a mark's name. It has no digits and no hyphens, since names of models have them: `qwen3-thinking`. */
const NAME_PART = '[\\p{L}_▁:]{0,40}';
const VALUE = `(?:"[^"<>\\n]{0,80}"|'[^'<>\\n]{0,80}'|[^\\s<>"']{1,80})`;
const ATTRIBUTES = `(?:\\s+[\\w-]{1,40}=${VALUE}){0,9}`;

/** Opening brackets of marks. Braces and square brackets have other uses, so `plainMark` has its own rule for them. */
const BRACKET = '[<＜◁⟨⟪【]';
/** A slash before a name, or a word for an end as its first or last part. */
const ENDS = `(?=[|｜]?(?:/|(?:end|close)(?!\\p{L})|${NAME_PART}(?<!\\p{L})end(?![\\p{L}\\d_▁:.-])))`;
/** A name with a word for thinking, its attributes, and the closing bracket. */
const NAMED = `[|｜]?/?${NAME_PART}${THINKING}${NAME_PART}${ATTRIBUTES}\\s?[|｜]?[>＞▷⟩⟫】]`;
/**
 * Pattern for a mark in brackets that also have other uses: `[Analysis]` is a heading, `{claude-thinking}` is a pattern, and `[think](x)` is
 * a link.
 *
 * @param before pattern for the part of the mark before its word
 */
function plainMark(before: string): string {
  return `\\[${before}THINK(?:ING)?\\](?=[^(:[\\]])|\\{${before}THINK\\}`;
}
const WRAPPED = '(?:final_)?(?:answer|response|solution)[|｜]?>';

/** Pattern for a mark with which gpt-oss begins a part of its answer. */
function channel(name: string, target: string): string {
  return `(?:<[|]start[|]>\\w{1,20})?<[|]channel[|]>${name}(?!\\w)${target}<[|]message[|]>`;
}
const ANY_CHANNEL = channel('\\w{1,20}', '[^<[]{0,60}');

/** Patterns of the marks, by kind. The first that matches decides. */
const MARKS = {
  end: `${BRACKET}${ENDS}${NAMED}|${plainMark('(?:/|END_)')}`,
  start: `${BRACKET}${NAMED}|${plainMark('(?:BEGIN_|START_)?')}`,
  /** An element one of whose attributes has a word for thinking as its value. */
  element: `<(?<tag>\\p{L}{1,20})${ATTRIBUTES}\\s+[\\w-]{1,40}=["']?${THINKING}["']?${ATTRIBUTES}\\s?>`,
  /** Marks around the answer itself. */
  wrapperEnd: `<[|｜]?(?:/|end_(?:of_)?)${WRAPPED}`,
  wrapper: `<[|｜]?(?:(?:start|begin)_(?:of_)?)?${WRAPPED}`,
  analysis: channel('analysis', '(?![^<[]*to=)[^<[]{0,60}'),
  call: channel('\\w{1,20}', '(?=[^<[]*to=)[^<[]{0,60}'),
  part: ANY_CHANNEL,
  partEnd: '<[|](?:end|return)[|]>',
  /** A model's own mark, if the rest of its line is a word for thinking. The last kind: it would be decided later than a mark above. */
  header: `<[|｜]?(?<head>\\p{L}{1,20})(?:_start)?(?:[|｜]|(?<=<[|｜][^<>]*)|\\d{2,3})>${THINKING}\\s*\\n`,
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
/** Matches a quotation mark that begins a quotation. */
const QUOTE = /["'`“‘]/;
const FENCE = /^\s*(?:```|~~~)/;
/** Maximum white space before a tag in its line, in UTF-16 units. With more, it is ordinary text. */
const MAX_LEADING_SPACE = 64;

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
  let reader = createTextReader();
  let hasCall = false;
  let finish: Extract<AIStreamChunk, { type: 'finish' }> | null = null;

  return {
    /** The chunks that can be passed on now. */
    add(chunk: AIStreamChunk): AIStreamChunk[] {
      switch (chunk.type) {
        case 'content':
          return reader.read(chunk.text);
        case 'reasoning':
          if (chunk.text.trim() !== '') reader.settle();
          return [chunk];
        case 'restart':
          reader = createTextReader();
          hasCall = false;
          finish = null;
          return [chunk];
        case 'tool-call-part':
          hasCall = true;
          return [...reader.end(), chunk];
        case 'finish':
          finish = chunk;
          return [...reader.end(), chunk];
        default:
          return [chunk];
      }
    },
    /** The chunks that were held back. Call once, after the last chunk. */
    end(): AIStreamChunk[] {
      const rest = reader.end();
      const text = reader.openThought();
      if (hasCall || finish?.reason === 'length' || text.trim() === '') return rest;
      return [...rest, { type: 'content', text }, ...(finish === null ? [] : [finish])];
    },
  };
}

function createTextReader() {
  /** Received text that is not passed on yet. */
  let held = '';
  /** Text that was passed on as the answer's content. */
  let said = '';
  /** Matches the end of the block of reasoning that is read; null outside of one. */
  let closer: RegExp | null = null;
  /** The reasoning of the last block. */
  let thought = '';
  /** First characters of the current line: enough to recognize a tag or a code fence at its beginning. */
  let line = '';
  let isFenced = false;
  /** True after a mark around the answer itself. */
  let isWrapped = false;
  /** True after a mark of a channel. */
  let hasChannels = false;
  /** True directly after a mark, where white space is dropped. */
  let isAfterMark = false;
  /** True once an end tag can't be the end of the text before it: after a mark, a call, or reasoning in its own field. */
  let isSettled = false;

  /** True if there is only white space before this place of the held text, and no text was released. */
  function isBeforeAll(index: number): boolean {
    return said === '' && closer === null && isStartOfLine(held.slice(0, index));
  }

  function nextMark(): RegExpExecArray | null {
    if (isAfterMark) held = held.trimStart();
    if (held !== '') isAfterMark = false;
    return (closer ?? MARK).exec(held);
  }

  /** Reads the held text up to the end of a mark. */
  function readMark({ 0: { length }, index, groups }: RegExpExecArray): AIStreamChunk[] {
    if (closer !== null) {
      const chunks = release(index);
      closer = null;
      return [...chunks, ...skip(length)];
    }
    const { tag = '', head = '', ...kinds }: Partial<Record<string, string>> = { ...groups };
    // One pattern of the marks has matched, so `??` only satisfies the type checker.
    const kind = (Object.keys(MARKS) as MarkKind[]).find((one) => kinds[one] !== undefined) ?? 'partEnd';
    const opened = closerOf(kind, tag, head);
    // White space before the first block is dropped, like the white space after it.
    const isDropped = isBeforeAll(index) && (opened !== null || kind === 'wrapper');
    const before = isDropped ? skip(index) : release(index);
    return [...before, ...readAt(kind, opened, length)];
  }

  /** Reads the mark with which the held text starts, outside of a block. */
  function readAt(kind: MarkKind, opened: RegExp | null, length: number): AIStreamChunk[] {
    const isTag = opened !== null && kind !== 'analysis';
    // An end tag without a start ends the text so far, unless it is quoted.
    const isQuoted =
      isFenced || (kind === 'end' ? isSettled || QUOTE.test(said.slice(-1)) : !isStartOfLine(line));
    if (isQuoted && (isTag || kind === 'end')) {
      // The next end tag is text, too.
      isSettled = true;
      return release(length);
    }
    hasChannels ||= kind === 'analysis' || kind === 'part';
    const isText =
      kind === 'call' ||
      (kind === 'partEnd' && !hasChannels) ||
      (kind === 'wrapper' && said !== '') ||
      (kind === 'wrapperEnd' && !isWrapped);
    if (isText) return release(length);
    skip(length);
    isWrapped ||= kind === 'wrapper';
    if (opened !== null) {
      closer = opened;
      thought = '';
      isAfterMark = false;
    }
    if (kind !== 'end') return [];
    const text = said;
    said = '';
    line = '';
    return text === '' ? [] : [{ type: 'restart' }, { type: 'reasoning', text }];
  }

  /** Drops the first characters of the held text, which belong to a mark. */
  function skip(length: number): AIStreamChunk[] {
    held = held.slice(length);
    isSettled = true;
    isAfterMark = true;
    return [];
  }

  /** Takes the first characters of the held text, and returns them as a chunk. */
  function release(length: number): AIStreamChunk[] {
    const text = held.slice(0, length);
    held = held.slice(length);
    if (text === '') return [];
    if (closer !== null) {
      thought += text;
      return [{ type: 'reasoning', text }];
    }
    said += text;
    const lines = (line + text).split('\n');
    // `split` returns at least one line, so `??` only satisfies the type checker.
    line = (lines.pop() ?? '').slice(0, MAX_LEADING_SPACE + 1);
    for (const one of lines) if (FENCE.test(one)) isFenced = !isFenced;
    return [{ type: 'content', text }];
  }

  /** Length of the held text that may be part of a mark, or white space before one. */
  function heldBack(): number {
    const at = held.search(PARTIAL);
    const start = at === -1 ? held.length : at;
    return isBeforeAll(start) ? held.length : held.length - start;
  }

  return {
    /** Adds to the held text, and returns the chunks of all that is decided. */
    read(text: string): AIStreamChunk[] {
      held += text;
      const chunks: AIStreamChunk[] = [];
      for (let mark = nextMark(); mark !== null; mark = nextMark()) chunks.push(...readMark(mark));
      return [...chunks, ...release(held.length - heldBack())];
    },
    settle(): void {
      isSettled = true;
    },
    /** Returns the chunks of all held text. */
    end(): AIStreamChunk[] {
      isSettled = true;
      return release(held.length);
    },
    /** The reasoning of a block that has not ended; empty outside of one. */
    openThought: (): string => (closer === null ? '' : thought),
  };
}

/** True if a text is only the white space before a tag. */
function isStartOfLine(text: string): boolean {
  return text.length <= MAX_LEADING_SPACE && text.trim() === '';
}
