import { atMost, type BenchRow, sum, within } from '../bench-row';
import { sampleInTurns } from '../measure';
import { type StagePage, withStagePage } from './stage-page';
import type { StageKind } from './streaming-stage';

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

/** Number of rounds, of which the median counts: other load makes single figures vary by more than the goals allow. */
const ROUNDS = 3;

/** Cost of one stream: the main thread's processor time for each part, and the longest time between two frames. */
interface StreamCost {
  partsMs: number[];
  longestGapMs: number;
}

/** Measures the cost of streaming an answer of 20,000 tokens against that of the same text in one element. */
export async function streamingRows(): Promise<BenchRow[]> {
  return withStagePage(async (page) => {
    const rows: BenchRow[] = [];
    for (const { name, text } of streamedAnswers()) {
      // Lets the compiler optimize.
      await stream(page, 'panel', text.slice(0, text.length / PARTS));
      const { panel, floor } = await sampleInTurns(
        { rounds: ROUNDS, warmUpRounds: 0 },
        { panel: () => stream(page, 'panel', text), floor: () => stream(page, 'pre', text) },
      );
      rows.push(...rowsOf(name, panel, floor));
    }
    return rows;
  });
}

async function stream(page: StagePage, kind: StageKind, text: string): Promise<StreamCost> {
  const batches = batchesOf(text, BATCH_CHARS);
  const size = Math.ceil(batches.length / PARTS);
  const partsMs: number[] = [];
  const gaps: number[] = [];
  await page.begin(kind);
  for (let part = 0; part < PARTS; part += 1) {
    const beganAtMs = await page.busyMs();
    gaps.push(await page.add(batches.slice(part * size, (part + 1) * size), PAUSE_MS));
    partsMs.push((await page.busyMs()) - beganAtMs);
  }
  const gapPx = await page.gapPx();
  if (!(gapPx <= 3)) throw new Error(`The end of the text is ${gapPx} px out of view.`);
  return { partsMs, longestGapMs: Math.max(...gaps) };
}

function rowsOf(name: string, panel: readonly StreamCost[], floor: readonly StreamCost[]): BenchRow[] {
  const total = ({ partsMs }: StreamCost) => sum(partsMs);
  const part = (index: number) => panel.map(({ partsMs }) => partsMs.at(index) ?? Number.NaN);
  return [
    {
      what: `${name}, streaming: work in the last fifth`,
      against: 'the first fifth of the same stream',
      measured: part(-1),
      baseline: part(0),
      goal: atMost(1.2),
      notes: [
        `20,000 tokens in batches of 50, each in a frame of its own; processor time of the main thread’s tasks.`,
      ],
    },
    {
      what: `${name}, streaming: all work`,
      against: 'the same batches, appended to one <pre>',
      measured: panel.map(total),
      baseline: floor.map(total),
      goal: atMost(1.5),
    },
    {
      what: `${name}, streaming: longest time without a frame`,
      ...within(BOUND_MS, 'ms'),
      measured: panel.map(({ longestGapMs }) => longestGapMs),
      notes: [
        `In one <pre> it is ${Math.round(Math.max(...floor.map(({ longestGapMs }) => longestGapMs)))} ms.`,
      ],
    },
  ];
}

/** Length of an answer: 20,000 tokens of four characters. */
const CHARS = 80_000;

const PROSE = [
  'The provider **openai** has 49 models, and ten of them are hidden by `*-preview*`. A rule applies to the name after ',
  'the slash, so *o1-preview* is hidden too. Nothing is saved yet; clients still get all of them.\n\n',
  '- `gpt-4o` is visible.\n- `gpt-4o-audio-preview` is hidden by the first rule.\n\n',
].join('');

/** Answers of 20,000 tokens, one for each kind of content. */
function streamedAnswers() {
  const row = (number: number) => `| openai/model-${number} | hidden | by *-preview* |\n`;
  const rows = Array.from({ length: 2_000 }, (_, number) => row(number)).join('');
  return [
    { name: 'prose', text: PROSE.repeat(Math.ceil(CHARS / PROSE.length)).slice(0, CHARS) },
    { name: 'a table of 2,000 rows', text: `| model | state | why |\n|---|---|---|\n${rows}` },
    {
      name: 'one block of code',
      text: `\`\`\`js\n${'const a = { b: [1, 2, 3] }; // what it is\n'.repeat(1_950)}`,
    },
  ];
}

/** Splits a text into pieces of this length; the last piece may be shorter. */
function batchesOf(text: string, chars: number): string[] {
  return Array.from({ length: Math.ceil(text.length / chars) }, (_, index) =>
    text.slice(index * chars, (index + 1) * chars),
  );
}
