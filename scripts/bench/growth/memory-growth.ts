import { says } from '@/tests/fakes/chat-answers';
import { type BenchRow, within } from '../bench-row';
import { withBenchPanel } from '../panel/bench-panel';

/** Messages of an admin in an hour, each with an answer. */
const TURNS = 120;
/** Number of turns after which the memory is measured again. */
const STEP = 20;
/** Turns after which caches and compiled code have their size. */
const WARM_UP = 40;
/** Growth that the shown rows of a turn may cause, in bytes per turn. */
const BOUND_PER_TURN = 20_000;

/** Measures how much memory the panel gains per message, over as many messages as an admin sends in an hour, in several chats. */
export function memoryRows(): Promise<BenchRow[]> {
  return withBenchPanel(async (panel) => {
    const session = await panel.page.context().newCDPSession(panel.page);
    const sizes: number[] = [];
    for (let turn = 1; turn <= TURNS; turn += 1) {
      await panel.ask(says('Ten models are hidden by **one** rule.'));
      if (turn % STEP > 0) continue;
      if (turn >= WARM_UP) {
        await session.send('HeapProfiler.collectGarbage');
        sizes.push((await session.send('Runtime.getHeapUsage')).usedSize);
      }
      // Admins begin new chats: the memory of the earlier ones has to become free.
      await panel.newChat();
    }
    const [first = Number.NaN] = sizes;
    const growth = ((sizes.at(-1) ?? Number.NaN) - first) / (TURNS - WARM_UP);
    const points = sizes.map((bytes, at) => `${WARM_UP + at * STEP}: ${(bytes / 1e6).toFixed(2)} MB`);
    return [
      {
        what: `the panel’s memory over ${TURNS} messages, growth per message`,
        ...within(BOUND_PER_TURN, 'bytes'),
        measured: [Math.max(1, growth)],
        notes: [`After a garbage collection each: ${points.join(', ')}.`],
      },
    ];
  });
}
