import { atMost, type BenchRow } from '../bench-row';
import { type MeasuredOperation, measureStore, type Series } from './measure-store';

/** The limit for the time with many, as a multiple of the time with few; null for information only. */
type Goal = number | null;

const GOAL = 1.5;

const BASE = {
  chats: 1,
  messagesOfOthers: 200,
  messages: 200,
  checkpoints: 0,
  messagesPerRun: 10,
  wordsPerMessage: 10,
};

const SERIES: readonly Series<Goal>[] = [
  {
    base: BASE,
    by: 'chats',
    sizes: [10, 1_000],
    turns: { rounds: 40, warmUpRounds: 5 },
    operations: [
      ['opening the list', GOAL],
      ['searching a word of one chat', GOAL],
      ['searching a word of some chats', GOAL],
      ['searching a word of every chat', GOAL],
      ['searching the beginning of a word', GOAL],
      ['searching the beginning of many words', GOAL],
      ['searching three words', GOAL],
      ['searching a word of no chat', GOAL],
      ['other chats that run', GOAL],
      ['opening a chat', GOAL],
      ['the check at the worker’s start', GOAL],
    ],
  },
  {
    base: { ...BASE, messagesPerRun: 2 },
    by: 'messages',
    sizes: [50, 5_000],
    turns: { rounds: 12, warmUpRounds: 2 },
    operations: [
      ['a run with one answer', GOAL],
      ['a run without the model’s time', null],
    ],
  },
];

/** Measures the panel's queries on very many chats, and runs in a very long chat, in Chromium's database. */
export function storeRows(): Promise<BenchRow[]> {
  return measureStore(SERIES, ratioRow);
}

/** Compares the time at the largest size with that at the smallest. */
function ratioRow({ operation, by, sizes, samplesOf, goal }: MeasuredOperation<Goal>): BenchRow {
  const [few, many] = [Math.min(...sizes), Math.max(...sizes)];
  return {
    what: `${operation}, ${many.toLocaleString('en-US')} ${by}`,
    against: `the same with ${few} ${by}`,
    measured: samplesOf(many),
    baseline: samplesOf(few),
    goal: goal === null ? undefined : atMost(goal),
  };
}
