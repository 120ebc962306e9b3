import type { ApiTool } from '@/src/schema/api-message';

/** Only this many UTF-16 units at the end of an answer are searched. */
const SEARCHED = 20_000;
/** Maximum number of tool names in the answer that are examined. If there are more, the last ones are. */
const EXAMINED = 40;

/**
 * Signs of prose: a question mark, four letters in a row of a script without case (such as Chinese), or two words in a
 * row. The second word doesn't count if it is a key, as in `x q=`.
 */
const PROSE = /[?？]|\p{Lo}{4}|\p{Ll}\s+\p{L}+(?![\p{L}_=:])/u;

/**
 * A line that mentions a call but doesn't make it: inline code after words, or a line of a list, a table, a heading or
 * a quotation.
 */
const QUOTED = /\w.*\s\W*`|^\s*[-+|#>*\d.)]+\s/;

/**
 * Marks with which models begin a call, in any notation: a tag, which may be unclosed if it contains the tool's name,
 * capitals in square brackets, a block of tool code, and three prefixes. Closing marks and other tags, such as HTML, are
 * none.
 */
const MARK =
  /<(?!\/|end|[^<>\s]*[\W_]end)[^<>\s]*(?:[tT]ool|TOOL|[fF]unc|FUNC|[cC]all|CALL|invoke|action|plugin|python)[^<>\s]*(?:\s[^<>\n]{0,80})?(?:>|$)|\[(?!END)[A-Z_]{6,}\]|```tool_\w+|functools(?=\[)|✿\w+✿|to=functions\./gu;

/** The end of a call after a mark: a closing mark, or else the last bracket of the line. */
const MARKED_END =
  /^.*?(?:<\/[^<>]{0,80}>|<(?:[^<>]{0,60}[\W_])?end[^<>]{0,60}>|\[(?:END|\/)[^\]]{0,60}\])|^.*[)}\]]/iu;

/** Places in a line where a call may begin: after a tag, or after a sentence if a bracket follows. */
const BEGINNING = /<[^\s<>][^<>]*>?|[.!]\s+(?=[[{])/;

/**
 * A key with a value, in any notation. A word after a colon counts as a type and not as a value, as in the signature
 * find(q: string), unless it is a literal. An option of a command line may have its value after a blank.
 */
const KEY =
  /--([\w-]{1,64})[= ]|([\w-]{1,64})(?=\\?(?:["'`]?\s*(?:[=>]|<\/|:\s*(?:[^\s\p{L}]|(?:true|false|null|none)\b))|"[^<>\n]{0,40}>))/giu;

/** Comments in JSON. */
const COMMENTS = /(?<=^|[\s,{[])(?:\/\/[^\n]*|\/\*.*?\*\/)/gs;

/** A label of up to three words at the start of a line. */
const LABEL = /^[ \t]*(?:\p{L}+ ){0,2}\p{L}+:(?=\s)/gmu;

/** Members of a tool's declaration. A declaration contains the tool's name, but isn't a call. */
const DECLARED = /"(?:properties|description)":/;

/** Matches the text after the name in a call without arguments: a closing bracket or tag, or an empty object. */
const NO_ARGUMENTS = /^[^\w\]]*?[})/]|\{\s*\}/;

/**
 * Parts of a call whose words aren't prose: strings, tags with the text up to the next tag, options of a command line, and
 * the start of a code block. The pattern also matches an unclosed string. Otherwise the search would start again at each of
 * its quotation marks, which takes quadratic time.
 */
const VALUES =
  /"(?:\\.|[^"\\])*"?|(?<!\w)'(?:\\.|[^'\\\n])*'?|<[^<>\n]*>(?:[^<>]*(?=<))?|--[\w-]+[= ](?!["'])\S+|```\w*/gs;

/** A mark of a tool's result at the start of a line, followed by a closing mark, by data or by nothing in its line. */
const RESULT =
  /^[ \t]*(?:<[^\w<>]*|\[)[^<>[\]\n]{0,20}(?:(?:tool|func|call|action|plugin)[^<>[\]\n]{0,12}(?:response|result|output)|observation)[^<>[\]\n]{0,60}[>\]](?=[ \t]*(?:[[{"<]|$)|[^\n]{0,2000}<\W{0,9}(?:\/|end))/gimu;

/**
 * True if an answer has a result of a tool that no tool gave, outside of code blocks. In a run that has called tools, prose
 * before it makes it a quotation.
 */
export function hasWrittenResult(answer: string, hasCalled: boolean): boolean {
  const text = answer.slice(-SEARCHED);
  return [...text.matchAll(RESULT)].slice(0, EXAMINED).some(({ index }) => {
    const before = text.slice(0, index);
    return !isFenced(before) && !(hasCalled && isIntroduced(before));
  });
}

/**
 * True if an answer is little more than a call of one of the tools. The signs are the tool's exact name, only brackets,
 * labels and marks before it in its line, its required arguments by name or position, and no prose after it. After a mark
 * such as `<tool_call>`, which may be on an earlier line and is outside of a code block, any arguments are accepted, and so
 * is prose after the call, because models continue with an invented result. The check assumes no notation: a server
 * without a parser for its model's notation leaves the call in the text, in that notation.
 *
 * @param hasCalled true if the run has called tools: prose before the call then makes it a quotation, and so does an arrow
 *   after it, as in a log
 */
export function hasWrittenCall(answer: string, tools: readonly ApiTool[], hasCalled: boolean): boolean {
  const text = answer.slice(-SEARCHED).replace(COMMENTS, '');
  const byName = new Map(tools.map(({ function: { name, parameters } }) => [name, parameters]));
  const named = [...text.matchAll(/[\w-]+/g)].filter(([word]) => byName.has(word));
  const keys = new Map([...text.matchAll(KEY)].map(({ index, 1: option, 2: key }) => [option ?? key, index]));
  return named.slice(-EXAMINED).some(({ 0: name, index: at }) => {
    const before = text.slice(0, at);
    const line = before.slice(-200).replace(/.*\n/s, '');
    const [lead = ''] = line.split(BEGINNING).toReversed();
    const rest = text.slice(at + name.length).replace(/^\\?["'`]/, '');
    const mark = markBefore(before);
    // `named` has only keys of the map, so `??` only satisfies the type checker.
    const { required, properties } = byName.get(name) ?? {};
    // Some models write the arguments before the name, so keys within 500 characters before it count too. -500 marks a
    // key that the text lacks.
    const isGiven = (key: unknown) => (keys.get(String(key)) ?? -500) > at - 500;
    const fits = [required ?? []].flat().every(isGiven)
      ? // JSON Schema allows `properties` to be missing.
        NO_ARGUMENTS.test(rest) || Object.keys(properties ?? {}).some(isGiven)
      : /^\(\s*["'[\d]/.test(rest);
    const [restOfLine = ''] = rest.split('\n', 1);
    const after = mark === null ? rest.replace(/^Observation:.*/ms, '') : endedAt(restOfLine);
    const isQuoted =
      hasCalled &&
      (isIntroduced(text.slice(0, mark ?? at - line.length)) ||
        /(?:->|→|=>)/.test(restOfLine.replace(VALUES, '|')));
    return (
      (mark !== null || fits) &&
      !isQuoted &&
      !DECLARED.test(rest) &&
      !QUOTED.test(line) &&
      // The letter stands for the tool's name, so that a word directly before the name counts as prose.
      !hasProse(`${lead.replace(VALUES, '')}a`) &&
      !hasProse(after.replace(VALUES, '|'))
    );
  });
}

/**
 * The position of the mark that begins the call whose name comes next. Null without one, if it is in a code block, if it is
 * quoted, or if there is prose between the mark and the name.
 */
function markBefore(before: string): number | null {
  const from = Math.max(0, before.length - 500);
  const mark = [...before.slice(from).matchAll(MARK)].at(-1);
  if (mark === undefined) return null;
  const at = from + mark.index;
  const between = before.slice(at + mark[0].length).replace(VALUES, '');
  const line = before.slice(Math.max(0, at - 200), at).replace(/.*\n/s, '');
  const isQuoted = isFenced(before.slice(0, at)) || QUOTED.test(line) || /["'`“‘]$/.test(line);
  return isQuoted || PROSE.test(`${between}a`) ? null : at;
}

/** The part of a line that belongs to the call after a mark. */
function endedAt(line: string): string {
  return MARKED_END.exec(line)?.[0] ?? line;
}

function hasProse(text: string): boolean {
  return PROSE.test(text.replace(LABEL, ''));
}

function isFenced(before: string): boolean {
  return before.split('```').length % 2 === 0;
}

/** True if there is prose in a text before a call or result, or a sentence of one word. */
function isIntroduced(text: string): boolean {
  const words = text.replace(VALUES, '|');
  return PROSE.test(words) || /\p{L}[.!:。！：]/u.test(words);
}
