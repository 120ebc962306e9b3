import { MAX_TEXT_LENGTH } from '@/src/core/llm/answer-limits';
import { textPieces } from '@/src/core/text/text-pieces';
import { says, streams } from '@/tests/fakes/chat-answers';
import { type BenchRow, within } from '../bench-row';
import { sampleInTurns } from '../measure';
import { type BenchPanel, withBenchPanel } from './bench-panel';

/** Limit on the delay of a key press in the panel, in milliseconds. */
const BOUND_MS = 100;

const PIECE_CHARS = 20_000;

/** Measured phases of an answer; each counts with the longest delay of a key press. */
const PHASES = ['in one piece', 'in pieces', 'next answer', 'panel opened again'] as const;

type Phase = (typeof PHASES)[number];

/** Each round measures all kinds, so that other load on the machine affects all of them; the median counts. */
const ROUNDS = 3;

const BASELINE = 'one word';
const SHORT = 'Yes.';

/** Measures the delay of input while answers of the maximum length arrive, and afterwards. */
export async function answerDelayRows(): Promise<BenchRow[]> {
  return withBenchPanel(async (panel) => {
    // Lets the compiler optimize, so that the first kind is not at a disadvantage.
    await measure(panel, SHORT);
    const answers = longAnswers();
    const takes = [{ name: BASELINE, text: SHORT }, ...answers].map(({ name, text }) => [
      name,
      () => measure(panel, text),
    ]);
    const samples = await sampleInTurns<string, Record<Phase, number>>(
      { rounds: ROUNDS, warmUpRounds: 0 },
      Object.fromEntries(takes),
    );
    const delaysOf = (name: string, phase: Phase) => (samples[name] ?? []).map((delays) => delays[phase]);
    return answers.flatMap(({ name }) =>
      PHASES.flatMap((phase) =>
        rowsOf(`${name}, ${phase}`, delaysOf(name, phase), delaysOf(BASELINE, phase)),
      ),
    );
  });
}

async function measure(panel: BenchPanel, text: string): Promise<Record<Phase, number>> {
  const longest = (act: () => Promise<void>) => panel.probe.longestDelayMs(act);
  const whole = await longest(() => panel.ask(streams([text])));
  await panel.newChat();
  const delays = {
    'in one piece': whole,
    'in pieces': await longest(() => panel.ask(streams(textPieces(text, PIECE_CHARS)))),
    'next answer': await longest(() => panel.ask(says(SHORT))),
    'panel opened again': await longest(() => panel.reload()),
  };
  await panel.newChat();
  return delays;
}

function rowsOf(what: string, measured: number[], baseline: number[]): BenchRow[] {
  return [
    {
      what: `${what}: longest wait of a key`,
      against: 'the same with an answer of one word',
      measured,
      baseline,
      notes: ['5,000,000 characters; the key is pressed all the time, and the longest of its waits counts.'],
    },
    {
      what: `${what}: its bound`,
      ...within(BOUND_MS, 'ms'),
      measured,
    },
  ];
}

/** Answers of the maximum length, each of which is expensive for another part of the panel. */
function longAnswers() {
  return [
    { name: 'prose', text: repeated('A *b* c d e f, g `h` i.\n\n') },
    {
      name: 'one table',
      text: `| model | state | why |\n|---|---|---|\n${repeated('| openai/gpt | hidden | by *-preview* |\n')}`,
    },
    {
      name: 'nested lists',
      text: repeated(Array.from({ length: 40 }, (_, level) => `${'  '.repeat(level)}- a\n`).join('')),
    },
    { name: 'brackets', text: repeated('[') },
    { name: 'one line', text: repeated('abcd ') },
    { name: 'code', text: `\`\`\`js\n${repeated('const a = { b: [1, 2, 3] }; // Grüße 世界\n')}` },
  ].map(({ name, text }) => ({ name, text: text.slice(0, MAX_TEXT_LENGTH) }));
}

function repeated(text: string): string {
  return text.repeat(Math.ceil(MAX_TEXT_LENGTH / text.length));
}
