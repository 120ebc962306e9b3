import { bundleWithStyles } from '@/tests/conformance/bundle-page';
import { withPage } from '@/tests/drive/with-page';
import { readEnglishMessages } from '@/tests/english-messages';
import { type BenchRow, sum, within } from '../bench-row';
import { sampleInTurns } from '../measure';
import { measurePage } from '../trace';
import type { StageKind, StreamingStage } from './streaming-stage';

/** Characters per batch: the background joins 50 ms of an answer, here at 1,000 tokens a second. */
const BATCH_CHARS = 200;

/**
 * Pause between two batches in milliseconds. Shorter than the real 50 ms, so that a run takes less time, and as long as a frame, so that
 * each batch is laid out and painted by itself, as it is then.
 */
const PAUSE_MS = 17;

/** Number of parts of the stream that are measured separately. */
const PARTS = 5;

/** Limit on the time between two frames, in milliseconds. */
const BOUND_MS = 100;

/** The median of the rounds counts: other load makes single figures vary by more than the goals allow. */
const TURNS = { rounds: 3, warmUpRounds: 0 };

/** Length of an answer: 20,000 tokens of four characters. */
const CHARS = 80_000;

const PROSE = [
  'The provider **openai** has 49 models, and ten of them are hidden by `*-preview*`. A rule applies to the name after ',
  'the slash, so *o1-preview* is hidden too. Nothing is saved yet; clients still get all of them.\n\n',
  '- `gpt-4o` is visible.\n- `gpt-4o-audio-preview` is hidden by the first rule.\n\n',
].join('');

/** Answers of 20,000 tokens, one for each kind of content. */
const ANSWERS = {
  prose: PROSE.repeat(Math.ceil(CHARS / PROSE.length)).slice(0, CHARS),
  'a table of 2,000 rows': [
    '| model | state | why |\n|---|---|---|\n',
    ...Array.from({ length: 2_000 }, (_, number) => `| openai/model-${number} | hidden | by *-preview* |\n`),
  ].join(''),
  'one block of code': `\`\`\`js\n${'const a = { b: [1, 2, 3] }; // what it is\n'.repeat(1_950)}`,
};

/** Controls the stage in a browser page. */
interface StagePage extends StreamingStage {
  /** Processor time of the main thread's tasks so far, in milliseconds. */
  busyMs(): Promise<number>;
}

/** Measures the cost of streaming an answer of 20,000 tokens against that of the same text in one element. */
export async function streamingRows(): Promise<BenchRow[]> {
  return withStagePage(async (page) => {
    const rows: BenchRow[] = [];
    for (const [name, text] of Object.entries(ANSWERS)) {
      // Lets the compiler optimize.
      await stream(page, 'panel', text.slice(0, text.length / PARTS));
      const samplesOf = await sampleInTurns(TURNS, ['panel', 'pre'] as const, (kind) =>
        stream(page, kind, text),
      );
      rows.push(...rowsOf(name, samplesOf('panel'), samplesOf('pre')));
    }
    return rows;
  });
}

/** Opens the stage in a page as large as the panel, passes it to `use`, and cleans up. */
async function withStagePage<Value>(use: (page: StagePage) => Promise<Value>): Promise<Value> {
  const { script, styles } = await bundleWithStyles('scripts/bench/panel/streaming-stage.tsx', {
    'process.env.NODE_ENV': '"production"',
    ENGLISH_MESSAGES: JSON.stringify(readEnglishMessages()),
  });
  return withPage({ width: 360, height: 640 }, async (page) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.setContent('<!doctype html><title>Streaming</title>');
    await page.addStyleTag({ content: styles });
    await page.addScriptTag({ content: script });
    const call =
      (name: keyof StreamingStage) =>
      async (...args: unknown[]) => {
        const values = args.map((arg) => JSON.stringify(arg)).join(', ');
        const result = await page.evaluate<never>(`stewardStreaming.${name}(${values})`);
        // A failed rendering would count as fast.
        if (errors.length > 0) throw new AggregateError(errors, errors[0]?.message);
        return result;
      };
    const busyMs = await measurePage(page);
    return await use({ begin: call('begin'), add: call('add'), gapPx: call('gapPx'), busyMs });
  });
}

/** Cost of one stream: the main thread's processor time for each part, and the longest time between two frames. */
interface StreamCost {
  partsMs: number[];
  longestGapMs: number;
}

async function stream(page: StagePage, kind: StageKind, text: string): Promise<StreamCost> {
  // The last one may be shorter.
  const batches = Array.from({ length: Math.ceil(text.length / BATCH_CHARS) }, (_, index) =>
    text.slice(index * BATCH_CHARS, (index + 1) * BATCH_CHARS),
  );
  const size = Math.ceil(batches.length / PARTS);
  const partsMs: number[] = [];
  let longestGapMs = 0;
  await page.begin(kind);
  for (let part = 0; part < PARTS; part += 1) {
    const beganAtMs = await page.busyMs();
    const gapMs = await page.add(batches.slice(part * size, (part + 1) * size), PAUSE_MS);
    longestGapMs = Math.max(longestGapMs, gapMs);
    partsMs.push((await page.busyMs()) - beganAtMs);
  }
  const gapPx = await page.gapPx();
  if (!(gapPx <= 3)) throw new Error(`The end of the text is ${gapPx} px out of view.`);
  return { partsMs, longestGapMs };
}

function rowsOf(name: string, panel: readonly StreamCost[], floor: readonly StreamCost[]): BenchRow[] {
  const total = ({ partsMs }: StreamCost) => sum(partsMs);
  const part = (index: number) => panel.map(({ partsMs }) => partsMs.at(index) ?? Number.NaN);
  const gaps = (costs: readonly StreamCost[]) => costs.map(({ longestGapMs }) => longestGapMs);
  return [
    {
      what: `${name}, streaming: work in the last fifth`,
      against: 'the first fifth of the same stream',
      measured: part(-1),
      baseline: part(0),
      atMost: 1.2,
      notes: [
        '20,000 tokens in batches of 50, each in a frame of its own; processor time of the main thread’s tasks.',
      ],
    },
    {
      what: `${name}, streaming: all work`,
      against: 'the same batches, appended to one <pre>',
      measured: panel.map(total),
      baseline: floor.map(total),
      atMost: 1.5,
    },
    {
      what: `${name}, streaming: longest time without a frame`,
      ...within(BOUND_MS, 'ms'),
      measured: gaps(panel),
      notes: [`In one <pre> it is ${Math.round(Math.max(...gaps(floor)))} ms.`],
    },
  ];
}
