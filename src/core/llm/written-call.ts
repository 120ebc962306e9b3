import type { ApiTool } from '@/src/schema/api-message';

/** Length of the end of an answer that is searched, in UTF-16 units. */
const SEARCHED = 20_000;
/** Maximum number of tool names that are examined; the last ones in the answer are. */
const EXAMINED = 40;

/**
 * Signs of prose: a question mark, four letters in a row of a script without case (such as Chinese), or a word after a word. A second
 * word that is a key, as in `x q=`, doesn't count.
 */
const PROSE = /[?？]|\p{Lo}{4}|\p{Ll}\s+\p{L}+(?![\p{L}_=:])/u;

/** A line that mentions a call rather than makes it: inline code after words, or an item of a list, a table, a heading or a quotation. */
const QUOTED = /\w.*\s\W*`|^\s*[-+|#>*\d.)]+\s/;

/** Places in a line at which a call may begin: after a tag, closed or not, and after a sentence if a bracket follows. */
const BEGINNING = /(<[^\s<>][^<>]*>?|[.!]\s+(?=[[{]))/;

/** A key with a value, in any notation. A word after a colon, except a literal, is a type, as in the signature find(q: string). */
const KEY =
  /([\w-]{1,64})(?=\\?(?:["'`]?\s*(?:[=>]|<\/|:\s*(?:[^\s\p{L}]|(?:true|false|null|none)\b))|"[^<>\n]{0,40}>))/giu;

/** Members of a tool's declaration, which has a tool's name without being a call. */
const DECLARED = /"(?:properties|description)":/;

/** Matches the text after the name of a call without arguments: a closing bracket or tag, or an empty object. */
const NO_ARGUMENTS = /^[^\w\]]*?[})/]|\{\s*\}/;

/**
 * Parts of a call whose words aren't prose: strings, tags with the text up to the next tag, and the start of a code block. A string may
 * be unclosed: otherwise the search would start again at each quotation mark in it, which takes quadratic time.
 */
const VALUES = /"(?:\\.|[^"\\])*"?|(?<!\w)'(?:\\.|[^'\\\n])*'?|<[^<>\n]*>(?:[^<>]*(?=<))?|```\w*/gs;

/**
 * True if an answer is little more than a call of one of the tools: a tool's exact name, before it in its line only brackets, labels and
 * markers, its required arguments by name or position, and no prose after it. After a marker such as `<tool_call>`, outside of a code
 * block, any arguments are accepted, and prose on later lines, since models continue with an invented result. No notation is assumed: a
 * server without a parser for its model's notation leaves the call in the text, in whatever notation.
 */
export function hasWrittenCall(answer: string, tools: readonly ApiTool[]): boolean {
  const text = answer.slice(-SEARCHED);
  const byName = new Map(tools.map(({ function: { name, parameters } }) => [name, parameters]));
  const named = [...text.matchAll(/[\w-]+/g)].filter(([word]) => byName.has(word));
  const keys = new Map([...text.matchAll(KEY)].map(({ index, 1: key }) => [key, index]));
  return named.slice(-EXAMINED).some(({ 0: name, index: at }) => {
    const before = text.slice(0, at);
    const line = before.slice(-200).replace(/.*\n/s, '');
    const [lead = '', marker = ''] = line.split(BEGINNING).toReversed();
    const rest = text.slice(at + name.length).replace(/^\\?["'`]/, '');
    // A shorter tag may be HTML.
    const isMarked = marker.length > 9 && before.split('```').length % 2 === 1;
    // Never missing: each name is a key of the map.
    const { required, properties } = byName.get(name) ?? {};
    // Within 500 characters before the name, too: some models write the arguments first. -500 stands for a key that the text lacks.
    const isGiven = (key: unknown) => (keys.get(String(key)) ?? -500) > at - 500;
    const fits = [required ?? []].flat().every(isGiven)
      ? // JSON Schema: `properties` may be missing if there are no parameters.
        NO_ARGUMENTS.test(rest) || Object.keys(properties ?? {}).some(isGiven)
      : /^\(\s*["'[\d]/.test(rest);
    return (
      (isMarked || fits) &&
      !DECLARED.test(rest) &&
      !QUOTED.test(line) &&
      // The letter replaces the tool's name, so that a word directly before the name counts as prose.
      !PROSE.test(`${lead.replace(VALUES, '')}a`) &&
      !PROSE.test(rest.replace(isMarked ? /\n.*/s : /^Observation:.*/ms, '').replace(VALUES, '|'))
    );
  });
}
