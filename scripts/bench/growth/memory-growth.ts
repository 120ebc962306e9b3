import type { CDPSession } from 'playwright';
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
    const points: (readonly [turn: number, bytes: number])[] = [];
    for (let turn = 1; turn <= TURNS; turn += 1) {
      // Admins begin new chats: the memory of the earlier ones has to become free.
      if (turn % STEP === 1 && turn > 1) await panel.newChat();
      await panel.ask(says('Ten models are hidden by **one** rule.'));
      if (turn % STEP === 0 && turn >= WARM_UP) points.push([turn, await usedBytes(session)]);
    }
    const [first, last] = [points[0], points.at(-1)];
    if (first === undefined || last === undefined) throw new Error('The memory was not measured.');
    return [
      {
        what: `the panel’s memory over ${TURNS} messages, growth per message`,
        ...within(BOUND_PER_TURN, 'bytes'),
        measured: [Math.max(1, (last[1] - first[1]) / (last[0] - first[0]))],
        notes: [
          `After a garbage collection each: ${points.map(([turn, bytes]) => `${turn}: ${(bytes / 1e6).toFixed(2)} MB`).join(', ')}.`,
        ],
      },
    ];
  });
}

async function usedBytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}
