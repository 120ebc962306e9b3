import { textPieces } from '@/src/core/text/text-pieces';
import { runScript } from '../../run-command.mjs';
import type { BenchRow } from '../bench-row';
import { longAnswers } from './answers';
import { type BenchPanel, withBenchPanel } from './bench-panel';

/** Limit on the delay of a key press in the panel. */
const BOUND_MS = 100;

const PIECE_CHARS = 20_000;

/** The measured phases of an answer, each with the longest delay of a key press. */
const PHASES = ['in one piece', 'in pieces', 'next answer', 'panel opened again'] as const;

type Phase = (typeof PHASES)[number];

/** Rounds over all kinds, so that other load on the machine affects all of them; the median counts. */
const ROUNDS = 3;

const SHORT = 'Yes.';

/** The delay of input while answers of the maximum length arrive, and afterwards. */
export async function answerDelayRows(): Promise<BenchRow[]> {
  if ((await runScript('build:playground', { cwd: process.cwd() })) !== 0) {
    throw new Error('The extension could not be built; see its output above.');
  }
  return withBenchPanel(async (panel) => {
    // A warm-up for the compiler, so that the first kind isn't at a disadvantage.
    await measure(panel, SHORT);
    const kinds = [{ name: 'one word', text: SHORT }, ...longAnswers()];
    const samples = new Map<string, number[]>();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { name, text } of kinds) {
        for (const [phase, delayMs] of Object.entries(await measure(panel, text))) {
          const key = `${name}, ${phase}`;
          samples.set(key, [...(samples.get(key) ?? []), delayMs]);
        }
      }
    }
    const samplesOf = (name: string, phase: string) => samples.get(`${name}, ${phase}`) ?? [];
    return longAnswers().flatMap(({ name }) =>
      PHASES.flatMap((phase) =>
        rowsOf(`${name}, ${phase}`, samplesOf(name, phase), samplesOf('one word', phase)),
      ),
    );
  });
}

async function measure(panel: BenchPanel, text: string): Promise<Record<Phase, number>> {
  const longest = (act: () => Promise<void>) => panel.probe.longestDelayMs(act);
  const whole = await longest(() => panel.ask([text]));
  await panel.newSession();
  const delays = {
    'in one piece': whole,
    'in pieces': await longest(() => panel.ask(textPieces(text, PIECE_CHARS))),
    'next answer': await longest(() => panel.ask([SHORT])),
    'panel opened again': await longest(() => panel.reload()),
  };
  await panel.newSession();
  return delays;
}

function rowsOf(what: string, measured: number[], baseline: number[]): BenchRow[] {
  return [
    {
      what: `${what}: longest wait of a key`,
      against: 'the same with an answer of one word',
      unit: 'ms',
      measured,
      baseline,
      goal: null,
      notes: ['5,000,000 characters; the key is pressed all the time, and the longest of its waits counts.'],
    },
    {
      what: `${what}: its bound`,
      against: `${BOUND_MS} ms`,
      unit: 'ms',
      measured,
      baseline: [BOUND_MS],
      goal: { kind: 'at-most', ratio: 1 },
      notes: [],
    },
  ];
}
