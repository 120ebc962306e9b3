import { encodeContext } from '@/src/adapters/model-filter/encode-context';
import { visibleJson } from '@/src/core/text/visible-json';
import { modelFilterState } from '@/tests/fakes/model-filter-page';
import { atMost, type BenchRow } from '../bench-row';
import { pairRow } from '../measure';

const TURNS = { rounds: 5, warmUpRounds: 1, prepare: () => null };

/** Measures the encoding of pages of the maximum size: the time must depend on the budget, not on the page. */
export async function hugeContextSpeedRows(): Promise<BenchRow[]> {
  const unseen = numbered(4_000, (number) => `\u202e${'\u200b'.repeat(470)}${number}`);
  const long = modelFilterState({ models: { openai: unseen } });
  const many = modelFilterState({ models: { openai: numbered(60_000, (number) => number) } });
  return [
    await pairRow({
      ...TURNS,
      what: '4,000 names of unseen characters, encoded for 8,000 tokens',
      against: 'writing each name out once',
      measured: () => encodeContext(long, 8_000),
      baseline: () => unseen.map((name) => visibleJson(name)),
      goal: atMost(3),
    }),
    await pairRow({
      ...TURNS,
      what: '60,000 names, encoded in groups for 40,000 tokens',
      against: 'the same for 2,000 tokens',
      measured: () => encodeContext(many, 40_000),
      baseline: () => encodeContext(many, 2_000),
      goal: atMost(40),
      notes: ['Twenty times the budget may take twenty times as long, and twice that.'],
    }),
  ];
}

function numbered(count: number, name: (number: string) => string): string[] {
  return Array.from({ length: count }, (_, index) => `openai/${name(String(index).padStart(6, '0'))}`);
}
