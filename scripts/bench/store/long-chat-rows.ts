import { atMost, type BenchRow } from '../bench-row';
import { sampleInTurns } from '../measure';
import type { BrowserStore } from './browser-store';
import { ANSWER_MS, LONG_CHAT, type RunTimes, SHORT_CHAT } from './long-chat';

const TURNS = { rounds: 12, warmUpRounds: 2 };

/** Measures runs in a very long chat against runs in a short one, in the same database. */
export async function longChatRows(store: BrowserStore): Promise<BenchRow[]> {
  await store.fillLong();
  const { long, short } = await sampleInTurns(TURNS, {
    long: () => store.timeRun(LONG_CHAT.chatId),
    short: () => store.timeRun(SHORT_CHAT.chatId),
  });
  const row = (what: string, figure: keyof RunTimes): BenchRow => ({
    what: `${what}, chat of ${LONG_CHAT.messages.toLocaleString('en-US')} messages`,
    against: `the same with ${SHORT_CHAT.messages} messages`,
    measured: long.map((times) => times[figure]),
    baseline: short.map((times) => times[figure]),
  });
  return [
    {
      ...row('a run with one answer', 'totalMs'),
      goal: atMost(1.5),
      notes: [`The model answers after ${ANSWER_MS} ms, which is fast; nothing is summarized or left out.`],
    },
    row('the same run without the model’s time', 'ownMs'),
  ];
}
