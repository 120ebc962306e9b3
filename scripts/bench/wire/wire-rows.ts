import { countWrite } from '@/tests/world/count-write';
import type { BenchRow } from '../bench-row';
import { callTimeRows } from './call-time';

/** Measures what one call of the model takes until it is settled: Steward's own time, messages and operations. */
export async function wireRows(): Promise<BenchRow[]> {
  const { pageReads, pageMessages, reads, writes } = await countWrite();
  const counted = (what: string, count: number, most: number, note: string): BenchRow => ({
    what: `one message with one write: ${what}`,
    against: 'the most that it should take',
    unit: 'number',
    measured: [count],
    baseline: [most],
    atMost: 1,
    notes: [note],
  });
  return [
    ...(await callTimeRows()),
    counted('readings of the page', pageReads, 4, 'Of its whole state, as the page itself received them.'),
    counted('messages to the content script', pageMessages, 6, 'Readings, locks and the call itself.'),
    counted(
      'operations on the database',
      reads + writes,
      80,
      `${reads} reads, and ${writes} writes, where rows that one transaction writes to a table in a row count once.`,
    ),
  ];
}
