import type { Goal } from './payload-families';

/** The goals whose orders stand in a text, such as the body of a request: what an obedient model would do. */
export function findOrders(text: string, goals: readonly Goal[]): Goal[] {
  return goals.filter(({ cue }) => text.includes(cue));
}

/** What an obedient model would write: the goals' images and links, with all that it was asked to put into them. */
export function answerOf(goals: readonly Goal[]): string {
  return goals
    .map(
      ({ cue, leakTo }) =>
        `![${cue}](${leakTo}/pixel.png?cue=${cue}) [${cue}](${leakTo}/go?cue=${cue}) <img src="${leakTo}/i.png?${cue}">`,
    )
    .join('\n');
}
