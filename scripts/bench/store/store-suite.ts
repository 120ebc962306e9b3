import type { BenchRow, BenchSuite } from '../bench-row';
import { withBrowserStores } from './browser-store';
import { MESSAGES_PER_CHAT, OPERATIONS, type Operation } from './chat-store';
import { longChatRows } from './long-chat-rows';

const MANY_CHATS = 1_000;
const FEW_CHATS = 10;
const ROUNDS = 40;
const WARM_UP_ROUNDS = 5;

/** The panel's queries on very many chats, in Chromium's own database. */
export const storeSuite: BenchSuite = {
  name: 'store',
  run: () =>
    withBrowserStores([MANY_CHATS, FEW_CHATS], async ([many, few]) => {
      if (many === undefined || few === undefined) throw new Error('A database is missing.');
      const rows: BenchRow[] = [];
      for (const operation of Object.keys(OPERATIONS) as Operation[]) {
        rows.push(
          await compared(
            operation,
            () => many.time(operation),
            () => few.time(operation),
          ),
        );
      }
      rows.push(await compared('the check at the worker’s start', many.timeCheck, few.timeCheck));
      // Last, since it adds chats.
      return [...rows, ...(await longChatRows(few))];
    }),
};

async function compared(
  what: string,
  many: () => Promise<number>,
  few: () => Promise<number>,
): Promise<BenchRow> {
  const measured: number[] = [];
  const baseline: number[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    // In turns, so that other load on the machine affects both.
    const times = [await many(), await few()] as const;
    if (round < 0) continue;
    measured.push(times[0]);
    baseline.push(times[1]);
  }
  return rowOf(what, measured, baseline);
}

function rowOf(operation: string, measured: number[], baseline: number[]): BenchRow {
  const messages = (MANY_CHATS * MESSAGES_PER_CHAT).toLocaleString('en-US');
  return {
    what: `${operation}, ${MANY_CHATS.toLocaleString('en-US')} chats`,
    against: `the same with ${FEW_CHATS} chats`,
    unit: 'ms',
    measured,
    baseline,
    goal: { kind: 'at-most', ratio: 1.5 },
    notes: [`${messages} messages against ${(FEW_CHATS * MESSAGES_PER_CHAT).toLocaleString('en-US')}.`],
  };
}
