import type { ApiTool } from '@/src/schema/api-message';

/** End of an answer that is searched, in UTF-16 units, and most of the names in it that are examined. */
const SEARCHED = 20_000;
const EXAMINED = 40;

/** Two words in a row, a question, or a script without spaces. */
const PROSE = /[?？]|\p{Lo}{4}|\p{Ll}\s+\p{L}+(?![\p{L}_=:])/u;

/** Code within words, or an item of a list. */
const QUOTED = /\w.*\s\W*`|^\s*[-+|#>*\d.)]+\s/;

/** Places in a line at which a call may begin: after a tag, closed or not, and after a sentence. */
const BEGINNING = /(<[^\s<>][^<>]*>?|[.!]\s+(?=[[{]))/;

/** A word with a value. A bare word after a colon is none, but a type in a signature. */
const KEY =
  /([\w-]{1,64})(?=\\?(?:["'`]?\s*(?:[=>]|<\/|:\s*(?:[^\s\p{L}]|(?:true|false|null|none)\b))|"[^<>\n]{0,40}>))/giu;

/** Keys of a tool's declaration. */
const DECLARED = /"(?:properties|description)":/;

/** Text after the name of a call without arguments: the end of its object or element, or empty brackets. */
const NO_ARGUMENTS = /^[^\w\]]*?[})/]|\{\s*\}/;

/** Strings, closed or not, so that none is tried twice, tags with the text up to the next tag, and the start of a code block. */
const VALUES = /"(?:\\.|[^"\\])*"?|(?<!\w)'(?:\\.|[^'\\\n])*'?|<[^<>\n]*>(?:[^<>]*(?=<))?|```\w*/gs;

/**
 * True if an answer is little more than a call of one of the tools: its exact name with nothing but brackets, labels and
 * markers before it in its line, with arguments that fit it, and no prose after them. After a marker outside of
 * a code block, such as `<tool_call>`, the name and its line are enough, since models go on with results that they made
 * up. No notation is assumed: a server without a parser for its model's notation leaves it in the text, whatever it is.
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
    // Shorter ones may be HTML.
    const isMarked = marker.length > 9 && before.split('```').length % 2 === 1;
    // Not missing: the names are the map's own.
    const { required, properties } = byName.get(name) ?? {};
    // Some models write the arguments first. A key that the text lacks is at no place.
    const isGiven = (key: unknown) => (keys.get(String(key)) ?? -500) > at - 500;
    const fits = [required ?? []].flat().every(isGiven)
      ? // A schema of no members may leave them out.
        NO_ARGUMENTS.test(rest) || Object.keys(properties ?? {}).some(isGiven)
      : /^\(\s*["'[\d]/.test(rest);
    return (
      (isMarked || fits) &&
      !DECLARED.test(rest) &&
      !QUOTED.test(line) &&
      // The letter stands for the name: a word just before it is prose.
      !PROSE.test(`${lead.replace(VALUES, '')}a`) &&
      !PROSE.test(rest.replace(isMarked ? /\n.*/s : /^Observation:.*/ms, '').replace(VALUES, '|'))
    );
  });
}
