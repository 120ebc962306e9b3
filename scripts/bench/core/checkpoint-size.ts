import { packCheckpoint } from '@/src/store/packed-state';
import { type BenchRow, sum } from '../bench-row';
import { typicalCheckpoints } from './typical-checkpoints';
import { typicalStates } from './typical-states';

const CHECKPOINTS = 2_000;

/** Measures the disk space of checkpoints. */
export async function checkpointSizeRows(): Promise<BenchRow[]> {
  const checkpoints = typicalCheckpoints(CHECKPOINTS);
  const rows = await Promise.all(checkpoints.map(packCheckpoint));
  const fullStates = mean(typicalStates(CHECKPOINTS));
  const contents = mean(rows.map(({ content }) => content));
  const afters = mean(rows.map(({ after }) => after?.content ?? null));
  const ofWhole = (all: readonly { content: { kind: string } }[]) =>
    mean(all.map(({ content }) => (content.kind === 'patch' ? null : content)));
  const share = (bytes: number) => `${((100 * bytes) / fullStates).toFixed(1)} %`;
  return [
    {
      what: 'a checkpoint’s states, mean',
      against: 'the full state each time, as it is',
      unit: 'bytes',
      measured: [contents + afters],
      baseline: [fullStates],
      atMost: 0.1,
      notes: [
        'Counted is what a row holds: the bytes of what is packed, and JSON for the rest, which is about what a structured clone of it takes.',
        `Every tenth is kept whole and packed, which is ${share(ofWhole(rows))} of the baseline; unpacked it would be ${share(ofWhole(checkpoints))}.`,
        `Of the rest, ${share(contents - ofWhole(rows))} is for the states, ${share(afters)} for those right after the changes.`,
        `A whole row, with its labels, ids and hashes, has ${Math.round(mean(rows))} bytes.`,
      ],
    },
  ];
}

function mean(values: readonly unknown[]): number {
  return sum(values.map(storedBytes)) / values.length;
}

/** Size as JSON, with byte arrays counted by their length; `null` counts as 0. */
function storedBytes(value: unknown): number {
  if (value === null) return 0;
  let packed = 0;
  const text = JSON.stringify(value, (_key, part: unknown) => {
    if (!(part instanceof Uint8Array)) return part;
    packed += part.byteLength;
    return '';
  });
  return Buffer.byteLength(text) + packed;
}
