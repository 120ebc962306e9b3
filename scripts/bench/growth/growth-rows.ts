import type { BenchRow } from '../bench-row';
import { memoryRows } from './memory-growth';
import { pageGrowthRows } from './page-growth';
import { storeGrowthRows } from './store-growth';

/** Growth of times and memory with what a chat, a page and the database contain. */
export async function growthRows(): Promise<BenchRow[]> {
  return [...(await pageGrowthRows()), ...(await storeGrowthRows()), ...(await memoryRows())];
}
