import type { Sources } from './architecture';

/**
 * Comments, strings, words, numbers and signs. A string or a template counts once, and comments are left out, so formatting and
 * explanations don't change the size.
 */
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`|[A-Za-z_$][\p{L}\p{N}_$]*|\d[\p{L}\p{N}_.]*|=>|\?\.|\?\?=?|===|!==|&&|\|\||\.\.\.|[^\s\p{L}\p{N}_]/gu;

/** Number of code tokens of a TypeScript source. */
export function codeTokens(source: string): number {
  return (source.match(TOKEN) ?? []).filter((token) => !token.startsWith('//') && !token.startsWith('/*'))
    .length;
}

/** Rooms whose folders count on their own. */
const DIVIDED = ['src/core', 'src/panel', 'src/background', 'src/adapters'];

/** The room of a file: its folder in `src`, or in one of the divided rooms. Files directly in such a room count as the room itself. */
function roomOf(path: string): string {
  const [root = '', room = '', folder = '', ...rest] = path.split('/');
  if (root !== 'src') return root;
  const top = `${root}/${room}`;
  return DIVIDED.includes(top) && rest.length > 0 ? `${top}/${folder}` : top;
}

/** Code tokens of each room. */
export function roomSizes(sources: Sources): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const [path, source] of sources) {
    const room = roomOf(path);
    // The first file of its room.
    sizes.set(room, (sizes.get(room) ?? 0) + codeTokens(source));
  }
  return sizes;
}
