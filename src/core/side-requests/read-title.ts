import { firstTitle } from '../history/first-title';

/** Quotation marks and brackets around a whole title, which models add although they are asked not to. */
const WRAPPINGS = [
  '""',
  "''",
  '“”',
  '‘’',
  '„“',
  '«»',
  '»«',
  '‹›',
  '「」',
  '『』',
  '《》',
  '【】',
  '（）',
  '｢｣',
];

/** Marks of bold text or code around a whole title. A single star or underscore belongs to a pattern or name. */
const FORMATTED = /^\*\*([^*]+)\*\*$|^__([^_]* [^_]*)__$|^`+([^`]+)`+$/;

/** The word for "title" in languages that models answer in. */
const WORD =
  'title|titel|titre|título|titulo|titolo|tytuł|otsikko|tittel|başlık|заголовок|название|标题|標題|题目|タイトル|題名|제목|عنوان';

/**
 * Matches the beginning of a line that isn't part of the title: a mark of a heading, list or quote, words such as
 * "Sure! Here is a title:", or the word "Title:", which may be emphasized or quoted.
 */
const LEAD = new RegExp(
  `^(?:(?:#{1,6}|[-*+•>]|1[.)])\\s+|(?:[\\p{L} ]+[!,.] )?here(?:['’]s| is) [^:：]{0,80}[:：]|[*_"]*(?:(?:a|the|your|chat|conversation|suggested|short|concise) )*(?:${WORD})[\\s*_"]*[:：][*_]*)`,
  'iu',
);

/** A first line that only says that the title follows. */
const ANNOUNCEMENT = /^[^\n]{0,200}[:：][*_ \t]{0,9}\n\s*/;

/** Matches a line with two quoted phrases, whose first and last mark are no pair. */
const TWO_QUOTED = /^"[^"]+"[^"]+"[^"]+"$/;

/** The lines around a code block, and tags around a title. */
const FRAMES = new RegExp(`^[ \\t]*(?:\`{3,}|~{3,})\\w*[ \\t]*$|</?(?:${WORD})>`, 'gimu');

/** Matches a mark of a tool's call or result, which models write in place of a title. */
const OF_TOOL =
  /^\s*(?:<[^<>]{0,20}(?:tool|func|call|invoke|observation)[^<>]{0,60}>|\[[A-Z_]*(?:TOOL|CALL)[A-Z_]*\])/i;

/** Matches a mark at the beginning of a line, or a closing mark at its end. */
const MARKS = /^(?:<\W{0,2}\p{L}[^<>]{0,60}>\s*)+|(?:\s*<[/|]\W?\p{L}[^<>]{0,60}>)+$/gu;

/** Longest part of a line that is read, in UTF-16 units: removing a mark costs time proportional to the length. */
const MAX_LINE_LENGTH = 1_000;

/** Matches a line that only announces the title on the next one. */
const INTRODUCTION = new RegExp(`[:：]$|^(?:${WORD})$`, 'iu');

const FIELD = new RegExp(WORD, 'iu');
const HAS_TEXT = /[\p{L}\p{N}\p{So}]/u;

/**
 * Reads the title from a model's answer: its first line with text, without marks around it, cut to the length of a title.
 * Null if nothing is left, for JSON that can't be read, and for a mark of a tool's call or result.
 */
export function readTitle(answer: string): string | null {
  for (const line of unframed(answer).split(/\r\n|[\n\r\u2028\u2029]/)) {
    if (OF_TOOL.test(line)) return null;
    const title = withoutWrappings(line.replace(/\s+/g, ' ').trim().slice(0, MAX_LINE_LENGTH));
    if (!HAS_TEXT.test(title) || INTRODUCTION.test(title)) continue;
    return title.startsWith('{') ? null : firstTitle(title);
  }
  return null;
}

/** Removes leads, wrappings and a full stop until none is left, in whatever order they were added. */
function withoutWrappings(line: string): string {
  let title = line;
  for (let before = ''; before !== title; ) {
    before = title;
    title = unframed(title).replaceAll(MARKS, '').replace(FORMATTED, '$1$2$3');
    const ends = title.slice(0, 1) + title.slice(-1);
    const isWrapped = title.length > 2 && WRAPPINGS.includes(ends) && !TWO_QUOTED.test(title);
    title = (isWrapped ? title.slice(1, -1) : title.replace(LEAD, '')).trim();
    // An ellipsis is part of the title.
    title = title.replace(/(?<!\.)\.$/, '').trim();
  }
  return title;
}

/** Removes a code block's lines and tags, an announcement, and JSON around the title. */
function unframed(text: string): string {
  const bare = text.replaceAll(FRAMES, '').trim().replace(ANNOUNCEMENT, '');
  if (!/^["{[]/.test(bare)) return bare;
  try {
    return titleIn(JSON.parse(bare)) ?? bare;
  } catch {
    // A title that only looks like JSON.
    return bare;
  }
}

/** The first text in parsed JSON. Fields whose names have a word for "title" come first. */
function titleIn(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return null;
  const fields = Object.entries(value);
  const named = fields.filter(([name, text]) => typeof text === 'string' && FIELD.test(name));
  for (const [, inner] of [...named, ...fields]) {
    const title = titleIn(inner);
    if (title !== null) return title;
  }
  return null;
}
