import type { BenchRow } from '../bench-row';
import type { BrowserStore } from './browser-store';
import { ANSWER_MS, LONG_CHAT, type RunTimes, SHORT_CHAT } from './long-chat';

const ROUNDS = 12;
const WARM_UP_ROUNDS = 2;

/** Runs in a very long chat against runs in a short one, in the same database. */
export async function longChatRows(store: BrowserStore): Promise<BenchRow[]> {
  await store.fillLong();
  const long: RunTimes[] = [];
  const short: RunTimes[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const times = [await store.timeRun(LONG_CHAT.chatId), await store.timeRun(SHORT_CHAT.chatId)] as const;
    if (round < 0) continue;
    long.push(times[0]);
    short.push(times[1]);
  }
  const row = (what: string, figure: 'totalMs' | 'ownMs' | 'requestMs'): BenchRow => ({
    what: `${what}, chat of ${LONG_CHAT.messages.toLocaleString('en-US')} messages`,
    against: `the same with ${SHORT_CHAT.messages} messages`,
    unit: 'ms',
    measured: long.map((times) => times[figure]),
    baseline: short.map((times) => times[figure]),
    goal: null,
    notes: [],
  });
  return [
    {
      ...row('a run with one answer', 'totalMs'),
      goal: { kind: 'at-most', ratio: 1.5 },
      notes: [`The model answers after ${ANSWER_MS} ms, which is fast; nothing is summarized or left out.`],
    },
    { ...row('the same run without the model’s time', 'ownMs') },
    {
      ...row('one request: the chat read, the messages made, a copy kept', 'requestMs'),
      notes: [`${sizeOf(long)} against ${sizeOf(short)}.`],
    },
  ];
}

function sizeOf(times: readonly RunTimes[]): string {
  const { messages, characters } = times.at(-1) ?? { messages: 0, characters: 0 };
  return `${messages.toLocaleString('en-US')} messages with ${characters.toLocaleString('en-US')} characters`;
}
