import { atMost, type BenchRow } from '../bench-row';
import { sampleInTurns } from '../measure';
import { withBrowserStores } from './browser-store';
import { MESSAGES_PER_CHAT, OPERATIONS, type Operation } from './chat-store';
import { longChatRows } from './long-chat-rows';

const MANY_CHATS = 1_000;
const FEW_CHATS = 10;
const TURNS = { rounds: 40, warmUpRounds: 5 };

/** Measures the panel's queries on very many chats, in Chromium's database. */
export function storeRows(): Promise<BenchRow[]> {
  return withBrowserStores({ many: MANY_CHATS, few: FEW_CHATS }, async (many, few) => {
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
    // Must be last, since it adds chats.
    return [...rows, ...(await longChatRows(few))];
  });
}

async function compared(
  what: string,
  measured: () => Promise<number>,
  baseline: () => Promise<number>,
): Promise<BenchRow> {
  const messages = (MANY_CHATS * MESSAGES_PER_CHAT).toLocaleString('en-US');
  return {
    what: `${what}, ${MANY_CHATS.toLocaleString('en-US')} chats`,
    against: `the same with ${FEW_CHATS} chats`,
    ...(await sampleInTurns(TURNS, { measured, baseline })),
    goal: atMost(1.5),
    notes: [`${messages} messages against ${(FEW_CHATS * MESSAGES_PER_CHAT).toLocaleString('en-US')}.`],
  };
}
