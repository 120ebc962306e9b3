import '@/tests/world/before-all';
import fc from 'fast-check';
import type { SuiteOptions, SuiteReport } from '@/scripts/suites/suite';
import { installDocument } from '@/tests/world/document-in-memory';
import { createCaseReport } from '../case-report';
import { type NestedText, nestedText } from './nested-text';

/** Limits for rendering one text. Processor time, so that other load on the machine doesn't count. */
export interface NestingBounds {
  elements: number;
  depth: number;
  characters: number;
  cpuMs: number;
}

/** Above the panel's own limits, and far below the result of a text without them. */
const BOUNDS: NestingBounds = { elements: 25_000, depth: 300, characters: 250_000, cpuMs: 4_000 };

/** The part of a text that has been received when it is shown while streaming, in thousandths. */
const STREAMED_SHARE = 700;

/**
 * Renders nested, dense and long texts and arguments in the panel's components: nothing may throw, something
 * must be shown, and the size of the document and the processor time are bounded, both while a text streams
 * in and afterwards.
 */
export async function tryNesting(
  { runs, seed }: SuiteOptions,
  bounds: NestingBounds = BOUNDS,
): Promise<SuiteReport> {
  const report = createCaseReport(seed);
  const time = installDocument();
  try {
    // React looks for a document when it is loaded.
    const { createNestingStage, loadMarkdown } = await import('./nesting-stage');
    await loadMarkdown();
    for (const nested of fc.sample(nestedText, { numRuns: runs, seed })) {
      const problems: string[] = [];
      const half = { ...nested, text: nested.text.slice(0, (nested.text.length * STREAMED_SHARE) / 1_000) };
      for (const [when, shown] of [['while it streams', half] as const, ['complete', nested] as const]) {
        const stage = createNestingStage();
        const before = process.cpuUsage();
        stage.show(shown, shown !== nested);
        await untilStill(stage.place, time.settle);
        const { user, system } = process.cpuUsage(before);
        const found = problemsOf(shown, stage.place, stage.errors, (user + system) / 1_000, bounds);
        problems.push(...found.map((problem) => `${when}, ${problem}`));
        stage.remove();
        await time.settle();
      }
      report.addCase(`${nested.kind}: ${nested.name}`, problems);
    }
  } finally {
    time.remove();
  }
  return report.report();
}

/** Event loop turns without a change after which rendering counts as finished. */
const STILL_TURNS = 30;

/** React renders long texts in steps. */
async function untilStill(place: Element, settle: () => Promise<void>): Promise<void> {
  let before = -1;
  for (let still = 0; still < STILL_TURNS; still += 1) {
    await settle();
    const now = place.querySelectorAll('*').length;
    if (now !== before) still = 0;
    before = now;
  }
}

function problemsOf(
  { text }: NestedText,
  place: Element,
  errors: readonly unknown[],
  cpuMs: number,
  bounds: NestingBounds,
): string[] {
  const elements = place.querySelectorAll('*');
  const shown = place.textContent ?? '';
  const measures = { elements: elements.length, depth: depthOf(place), characters: shown.length, cpuMs };
  const exceeded = (Object.keys(bounds) as (keyof NestingBounds)[]).filter(
    (measure) => measures[measure] > bounds[measure],
  );
  return [
    ...errors.map((error) => `it throws ${error}`),
    ...exceeded.map((measure) => `it comes to ${Math.round(measures[measure])} ${measure}`),
    ...(text.trim() !== '' && elements.length === 0 ? ['nothing is shown'] : []),
  ];
}

/** Nesting depth of elements, computed without recursion, since a deep document would exceed the stack. */
function depthOf(place: Element): number {
  let level = [...place.children];
  let depth = 0;
  while (level.length > 0) {
    depth += 1;
    level = level.flatMap((element) => [...element.children]);
  }
  return depth;
}
