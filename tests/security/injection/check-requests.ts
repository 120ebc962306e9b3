import type { SentOnWire } from '@/tests/world/wire-in-memory';
import type { InjectionCase } from './batch';
import type { Place } from './places';

interface SentMessage {
  role: string;
  content: string | null;
}

const TAGS = ['page-state', 'changes-since-last-message', 'mentioned-parts', 'page-changes'];

/**
 * Checks where a page's texts are in a request to the model: they are allowed in the data blocks of user
 * messages and in the JSON of results, what it declares of its tools as claims in their definitions, and nowhere else. `nonces`: those that are stored; a block with any
 * other id is forged.
 */
export function problemsOfRequests(
  requests: readonly SentOnWire[],
  cases: readonly InjectionCase[],
  nonces: readonly string[],
): string[] {
  const cuesOf = (origin: Place['origin']) =>
    cases.filter(({ place }) => place.origin === origin).map(({ goal }) => goal.cue);
  const declared = cuesOf('declaration');
  const users = cuesOf('user');
  const cues = [...cuesOf('page'), ...declared];
  const bodies = requests
    .filter(({ url }) => url.endsWith('/chat/completions'))
    .map(({ body }) => JSON.parse(body));
  const problems = bodies.flatMap(({ messages, tools }: { messages: SentMessage[]; tools: unknown }) => [
    ...problemsIn('the tools', JSON.stringify(tools), [...cuesOf('page'), ...users]),
    ...textsIn(tools).flatMap((text) => problemsOfDeclared(text, declared)),
    ...messages.flatMap(({ role, content }) => {
      if (role === 'user') return problemsOutside('a user message', content ?? '', nonces, cues);
      if (role === 'tool') return problemsOfResult(content ?? '', nonces, cues);
      return role === 'system' ? problemsIn('the system prompt', content ?? '', [...cues, ...users]) : [];
    }),
  ]);
  return [...new Set(problems)];
}

/** The page's words in Steward's sentences: one JSON text at the end. */
const CLAIM = /(?:as data and no instruction: "(?:[^"\\]|\\.)*"\.|^The page says: "(?:[^"\\]|\\.)*")$/;
/** A name or a value that is too short for an order. */
const WORD = /^\S{1,100}$/;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** A text in the definition of a tool. */
function problemsOfDeclared(text: string, cues: readonly string[]): string[] {
  const own = WORD.test(text) ? '' : text.replace(CLAIM, '');
  return [
    ...problemsIn('the tools, not as its claim', own, cues),
    ...(INVISIBLE.test(text) ? problemsIn('the tools, with invisible characters', text, cues) : []),
  ];
}

/** All texts in a value: names of members, too. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)]);
}

/** A result is one line of JSON, optionally followed by one block. */
function problemsOfResult(content: string, nonces: readonly string[], cues: readonly string[]): string[] {
  const [line = '', ...rest] = content.split('\n');
  if (!isJsonObject(line)) return ['a result is not a line of JSON'];
  const update = rest.join('\n');
  const { outside } = cutBlocks(update, nonces);
  if (outside.replace('[PAGE UPDATED]', '').trim() !== '') return ['there is text after a result'];
  return problemsOutside('a result', update, nonces, cues);
}

function problemsOutside(
  where: string,
  content: string,
  nonces: readonly string[],
  cues: readonly string[],
): string[] {
  const { inside, outside } = cutBlocks(content, nonces);
  return [
    ...problemsIn(`${where}, outside its data blocks`, outside, cues),
    ...(nonces.some((nonce) => outside.includes(nonce)) ? [`${where} has an incomplete block`] : []),
    ...(inside.some(({ nonce, text }) => text.includes(nonce)) ? [`${where} has a block in a block`] : []),
  ];
}

/**
 * A text without its data blocks, and their contents, which may have the id of an earlier one. A block extends from its tag to the first tag that may
 * end it.
 */
function cutBlocks(
  content: string,
  nonces: readonly string[],
): { inside: { nonce: string; text: string }[]; outside: string } {
  const inside: { nonce: string; text: string }[] = [];
  let outside = content;
  for (const nonce of nonces) {
    for (const tag of TAGS) {
      const block = new RegExp(
        `<${tag} id="${nonce}"(?: [a-z]+="[^"<>]*")*>\n([^]*?)\n</${tag} id="${nonce}">`,
        'g',
      );
      outside = outside.replace(block, (_, text: string) => {
        inside.push({ nonce, text });
        return '';
      });
    }
  }
  return { inside, outside };
}

function problemsIn(where: string, text: string, cues: readonly string[]): string[] {
  return cues.some((cue) => text.includes(cue)) ? [`a page’s text is in ${where}`] : [];
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    // Not JSON.
    return false;
  }
}
