import type { BenchRow } from '../bench-row';
import { typicalCheckpoints } from './typical-checkpoints';
import { typicalStates } from './typical-states';

const CHECKPOINTS = 2_000;

/** What checkpoints take of the disk. */
export function checkpointSizeRows(): BenchRow[] {
  const checkpoints = typicalCheckpoints(CHECKPOINTS);
  const fullStates = mean(typicalStates(CHECKPOINTS));
  const contents = checkpoints.map(({ content }) => content);
  const afters = checkpoints.map(({ after }) => after?.content);
  const ofWhole = mean(contents.map((content) => (content.kind === 'full' ? content.state : '')));
  const share = (bytes: number) => `${((100 * bytes) / fullStates).toFixed(1)} %`;
  return [
    {
      what: 'a checkpoint’s states, mean',
      against: 'the full state each time',
      unit: 'bytes',
      measured: [mean(contents) + mean(afters)],
      baseline: [fullStates],
      goal: { kind: 'at-most', ratio: 0.1 },
      notes: [
        `Every tenth is kept whole, which alone is ${share(ofWhole)} of the baseline.`,
        `Of the rest, ${share(mean(contents) - ofWhole)} is for the states, ${share(mean(afters))} for those right after the changes.`,
        `A whole row, with its labels, ids and hashes, has ${Math.round(mean(checkpoints))} bytes.`,
      ],
    },
  ];
}

/** In bytes as JSON. */
function mean(values: readonly unknown[]): number {
  const sum = values.reduce<number>((total, value) => total + Buffer.byteLength(JSON.stringify(value)), 0);
  return sum / values.length;
}
