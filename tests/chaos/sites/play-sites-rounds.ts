import type { BrowserProduct } from '@/tests/drive/steward-browser';
import { KILLED_AT_EDGES } from '../cause-fault';
import { type ChaosOptions, playAndTell, playable, type Totals } from '../play-rounds';
import { checkSitesRound } from './check-sites-round';
import { chooseSitesRound, playSitesRound } from './play-sites-round';
import { withSitesStage } from './sites-stage';

/** Rounds in one browser: each makes the chat longer. */
const ROUNDS_PER_STAGE = 15;

/** Plays and checks rounds of one chat about three sites. Each stage ends after a violated round. */
export async function playSitesRounds(
  product: BrowserProduct,
  { rounds, seed, kinds, browser }: ChaosOptions,
  totals: Totals,
  print: (line: string) => void,
): Promise<void> {
  while (totals.rounds < rounds) {
    await withSitesStage(product, async (stage) => {
      for (let left = ROUNDS_PER_STAGE; left > 0 && totals.rounds < rounds; left -= 1) {
        const round = chooseSitesRound(seed + totals.rounds, kinds);
        const play = () =>
          playable(stage, async () => {
            const played = await playSitesRound(stage, round);
            return { ...(await checkSitesRound(stage, played)), kills: played.kills };
          });
        const told = {
          kind: round.faults.map(({ kind }) => kind).join(' '),
          facts: [
            ...round.faults.map(({ site, moment, count }) => `${moment} ${count} ${site}`),
            round.saves ? 'saves' : 'no save',
            `${round.targets.length} sites`,
          ],
          operations: 2 + Number(round.saves),
          faults: round.faults.filter(({ kind }) => kind !== KILLED_AT_EDGES).length,
          again: `--page several-sites --browser ${browser} --rounds 1 --seed ${round.number} --kinds ${kinds.join(',')}`,
        };
        if (await playAndTell(told, play, totals, print)) return;
      }
    });
  }
}
