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
 * Places in a line where a call may begin: after a tag, which may be unclosed, or after a sentence if a bracket
 * follows.
 */
const BEGINNING = /(<[^\s<>][^<>]*>?|[.!]\s+(?=[[{]))/;

/**
 * A key with a value, in any notation. A word after a colon counts as a type and not as a value, as in the signature
 * find(q: string), unless it is a literal.
 */
const KEY =
  /([\w-]{1,64})(?=\\?(?:["'`]?\s*(?:[=>]|<\/|:\s*(?:[^\s\p{L}]|(?:true|false|null|none)\b))|"[^<>\n]{0,40}>))/giu;

/** Members of a tool's declaration. A declaration contains the tool's name, but isn't a call. */
const DECLARED = /"(?:properties|description)":/;

/** Matches the text after the name in a call without arguments: a closing bracket or tag, or an empty object. */
const NO_ARGUMENTS = /^[^\w\]]*?[})/]|\{\s*\}/;

/**
 * Parts of a call whose words aren't prose: strings, tags with the text up to the next tag, and the start of a code
 * block. The pattern also matches an unclosed string. Otherwise the search would start again at each of its quotation
 * marks, which takes quadratic time.
 */
const VALUES = /"(?:\\.|[^"\\])*"?|(?<!\w)'(?:\\.|[^'\\\n])*'?|<[^<>\n]*>(?:[^<>]*(?=<))?|```\w*/gs;

/**
 * True if an answer is little more than a call of one of the tools. The signs are the tool's exact name, only brackets,
 * labels and markers before it in its line, its required arguments by name or position, and no prose after it. After a
 * marker such as `<tool_call>` that is outside of a code block, any arguments are accepted, and so is prose on later
 * lines, because models continue with an invented result. The check assumes no notation: a server without a parser for
 * its model's notation leaves the call in the text, in that notation.
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
    // A tag of up to nine characters may be HTML.
    const isMarked = marker.length > 9 && before.split('```').length % 2 === 1;
    // `named` has only keys of the map, so `??` only satisfies the type checker.
    const { required, properties } = byName.get(name) ?? {};
    // Some models write the arguments before the name, so keys within 500 characters before it count too. -500 marks a
    // key that the text lacks.
    const isGiven = (key: unknown) => (keys.get(String(key)) ?? -500) > at - 500;
    const fits = [required ?? []].flat().every(isGiven)
      ? // JSON Schema allows `properties` to be missing.
        NO_ARGUMENTS.test(rest) || Object.keys(properties ?? {}).some(isGiven)
      : /^\(\s*["'[\d]/.test(rest);
    return (
      (isMarked || fits) &&
      !DECLARED.test(rest) &&
      !QUOTED.test(line) &&
      // The letter stands for the tool's name, so that a word directly before the name counts as prose.
      !PROSE.test(`${lead.replace(VALUES, '')}a`) &&
      !PROSE.test(rest.replace(isMarked ? /\n.*/s : /^Observation:.*/ms, '').replace(VALUES, '|'))
    );
  });
}
