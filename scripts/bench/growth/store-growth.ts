import type { BenchRow } from '../bench-row';
import { measureStore, type Series } from '../store/measure-store';
import { exponentRow, type GrowthGoal, TURNS } from './growth-row';

const SHARED = {
  base: {
    chats: 1,
    messages: 10,
    messagesOfOthers: 10,
    messagesPerRun: 2,
    wordsPerMessage: 3,
    checkpoints: 10,
  },
  turns: TURNS,
} as const;

const SERIES: readonly Series<GrowthGoal>[] = [
  {
    ...SHARED,
    by: 'messages',
    sizes: [10, 100, 1_000, 10_000],
    operations: [
      ['opening a chat', 'flat'],
      ['a run without the model’s time', 'flat'],
    ],
  },
  {
    ...SHARED,
    by: 'chats',
    sizes: [1, 10, 100, 1_000],
    operations: [
      ['opening a chat', 'flat'],
      ['opening the list', 'flat'],
    ],
  },
  {
    ...SHARED,
    by: 'checkpoints',
    sizes: [10, 100, 1_000, 10_000],
    operations: [
      ['listing the checkpoints', 'linear'],
      ['taking a checkpoint', 'flat'],
    ],
  },
];

/** Measures in Chromium's database how the panel's and the background's work grows with what is stored. */
export function storeGrowthRows(): Promise<BenchRow[]> {
  return measureStore(SERIES, ({ operation, by, ...measured }) =>
    exponentRow({ what: `${operation}, by ${by}`, ...measured }),
  );
}
