import type { BrowserProduct } from '@/tests/drive/steward-browser';
import type { Cell } from '../fault-matrix';
import { type ChaosOptions, checkEnd, playAndTell, playable, type Totals } from '../play-rounds';
import { WAYS, withChannelStage } from './channel-stage';
import { checkChannelRound } from './check-channel-round';
import { type ChannelMoment, chooseChannelRound, playChannelRound, wayOf } from './play-channel-round';

/**
 * Plays and checks the rounds beside a new-api with many channels: first those with the page's session, then those with a token. Each stage
 * ends after a violated round.
 */
export async function playChannelRounds(
  product: BrowserProduct,
  options: ChaosOptions,
  cells: readonly Cell<ChannelMoment>[],
  totals: Totals,
  print: (line: string) => void,
): Promise<void> {
  const possible = cells.filter(({ kind }) => kind !== null && options.kinds.includes(kind));
  const seeds = Array.from({ length: options.rounds }, (_, index) => options.seed + index);
  for (const way of WAYS) {
    const left = seeds.filter((seed) => wayOf(seed) === way);
    while (left.length > 0) {
      await withChannelStage(product, way, async (stage) => {
        for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
          const { cell, round } = chooseChannelRound(seed, possible);
          const play = () =>
            playable(stage, async () => {
              const played = await playChannelRound(stage, round);
              return { ...(await checkChannelRound(stage, played, cell.ends)), kills: played.kills };
            });
          const told = {
            kind: round.kind,
            facts: [round.moment, round.change.tool, way, `panel ${round.isPanelClosed ? 'closed' : 'open'}`],
            operations: 3,
            again: `--page new-api --browser ${options.browser} --rounds 1 --seed ${seed} --kinds ${options.kinds.join(',')}`,
          };
          if (await playAndTell(told, play, totals, print)) return;
        }
        const violations = await checkEnd(stage, options.seed);
        for (const violation of violations) print(violation);
        totals.violations.push(...violations);
      });
    }
  }
}
