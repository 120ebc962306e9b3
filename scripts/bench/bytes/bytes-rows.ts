import { productionBuild } from '@/tests/project/production-build';
import { atMost, type BenchRow } from '../bench-row';
import { BYTE_LIMITS, compressedBytes, type Entry } from './entry-bytes';

/** Measures the compressed size of each entry of the production build against its limit. */
export async function bytesRows(): Promise<BenchRow[]> {
  const { path, remove } = await productionBuild();
  try {
    return (Object.keys(BYTE_LIMITS) as Entry[]).map((entry) => ({
      what: entry,
      against: 'its limit in scripts/bench/bytes.json',
      unit: 'bytes',
      measured: [compressedBytes(path, entry)],
      baseline: [BYTE_LIMITS[entry]],
      goal: atMost(1),
    }));
  } finally {
    await remove();
  }
}
