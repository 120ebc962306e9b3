import type { Goal } from './payload-families';

/**
 * The goals whose orders appear in a text, such as the body of a request: what an obedient model would do.
 */
export function findOrders(text: string, goals: readonly Goal[]): Goal[] {
  return goals.filter(({ cue }) => text.includes(cue));
}

/**
 * The answer of an obedient model: the goals' images and links, with everything that it was asked to put into
 * them.
 */
export function answerOf(goals: readonly Goal[]): string {
  return goals
    .map(
      ({ cue, leakTo }) =>
        `![${cue}](${leakTo}/pixel.png?cue=${cue}) [${cue}](${leakTo}/go?cue=${cue}) <img src="${leakTo}/i.png?${cue}">`,
    )
    .join('\n');
}
