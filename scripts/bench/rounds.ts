import { wholeNumber } from '../chosen-by';
import { UserError } from '../user-error.mjs';

/** Number of rounds that are measured of those that a row needs for reliable figures. */
type Limit = (rounds: number) => number;

const chosen: { limit: Limit } = { limit: (rounds) => rounds };

/** Limits the rounds of all rows of this process, by the text of `--rounds`: a number, or a percentage of each row's own. */
export function limitRounds(text: string): void {
  chosen.limit = parseRounds(text);
}

/** As {@link limitRounds}, without its effect. Throws {@link UserError} for any other text. */
export function parseRounds(text: string): Limit {
  const [, share] = /^(\d+)%$/.exec(text) ?? [];
  if (share === undefined) {
    const most = wholeNumber('--rounds', text, 1, Number.MAX_SAFE_INTEGER);
    return (rounds) => Math.min(rounds, most);
  }
  const percent = Number(share);
  if (percent < 1 || percent > 100) throw new UserError(`--rounds takes 1% to 100%, not ${text}.`);
  return (rounds) => Math.ceil((rounds * percent) / 100);
}

/** Number of rounds to measure of these. */
export function roundsOf(rounds: number): number {
  return chosen.limit(rounds);
}
