import { describe, expect, it } from 'vitest';
import { encodeContext } from '@/src/adapters/model-filter/encode-context';
import { visibleJson } from '@/src/core/context/visible-json';
import { modelFilterState } from '../../fakes/model-filter-page';

const numbered = (count: number, name: (number: string) => string) =>
  Array.from({ length: count }, (_, index) => `openai/${name(String(index).padStart(6, '0'))}`);

/** The shortest of three runs, so that a pause of the machine doesn't count. */
function durationOf(work: () => unknown): number {
  const runs = Array.from({ length: 3 }, () => {
    const startedAtMs = performance.now();
    work();
    return performance.now() - startedAtMs;
  });
  return Math.min(...runs);
}

describe('the state of a huge page', () => {
  it('is not written out to find that it doesn’t fit', () => {
    const openai = numbered(4_000, (number) => `\u202e${'\u200b'.repeat(470)}${number}`);
    const context = modelFilterState({ models: { openai } });
    const written = durationOf(() => openai.map((name) => visibleJson(name)));
    expect(durationOf(() => encodeContext(context, 8_000))).toBeLessThan(3 * written);
  });

  it('takes no longer in groups than the lines that have room', () => {
    const context = modelFilterState({ models: { openai: numbered(60_000, (number) => number) } });
    const few = durationOf(() => encodeContext(context, 2_000));
    expect(durationOf(() => encodeContext(context, 40_000))).toBeLessThan(20 * 2 * few);
  });
});
