import { MAX_TEXT_LENGTH } from '@/src/core/llm/answer-limits';
import { textPieces } from '@/src/core/text/text-pieces';
import { says, streams } from '@/tests/fakes/chat-answers';
import { type BenchRow, within } from '../bench-row';
import { sampleInTurns } from '../measure';
import { type BenchPanel, withBenchPanel } from './bench-panel';

/** Limit on the delay of a key press in the panel, in milliseconds. */
const BOUND_MS = 100;

const PIECE_CHARS = 20_000;

/** Each round measures all kinds, so that other load on the machine affects all of them; the median counts. */
const TURNS = { rounds: 3, warmUpRounds: 0 };

const SHORT = 'Yes.';

/** Answers of the maximum length, each of which is expensive for another part of the panel. */
const ANSWERS: Readonly<Record<string, string>> = {
  prose: repeated('A *b* c d e f, g `h` i.\n\n'),
  'one table': `| model | state | why |\n|---|---|---|\n${repeated('| openai/gpt | hidden | by *-preview* |\n')}`,
  'nested lists': repeated(Array.from({ length: 40 }, (_, level) => `${'  '.repeat(level)}- a\n`).join('')),
  brackets: repeated('['),
  'one line': repeated('abcd '),
  code: `\`\`\`js\n${repeated('const a = { b: [1, 2, 3] }; // Grüße 世界\n')}`,
};

/** Measures the delay of input while answers of the maximum length arrive, and afterwards. */
export async function answerDelayRows(): Promise<BenchRow[]> {
  return withBenchPanel(async (panel) => {
    // Lets the compiler optimize, so that the first kind is not at a disadvantage.
    await measure(panel, SHORT);
    const texts = [SHORT, ...Object.values(ANSWERS).map((text) => text.slice(0, MAX_TEXT_LENGTH))];
    const samplesOf = await sampleInTurns(TURNS, texts, (text) => measure(panel, text));
    return Object.keys(ANSWERS).flatMap((name, index) =>
      PHASES.flatMap((phase): BenchRow[] => {
        const delaysOf = (text = '') => samplesOf(text).map((delays) => delays[phase]);
        const samples = { measured: delaysOf(texts[index + 1]), baseline: delaysOf(SHORT) };
        const what = `${name}, ${phase}`;
        const against = 'the same with an answer of one word';
        const note =
          '5,000,000 characters; the key is pressed all the time, and the longest of its waits counts.';
        return [
          { what: `${what}: longest wait of a key`, against, ...samples, notes: [note] },
          { what: `${what}: its bound`, ...samples, ...within(BOUND_MS, 'ms') },
        ];
      }),
    );
  });
}

/** Measured phases of an answer; each counts with the longest delay of a key press. */
const PHASES = ['in one piece', 'in pieces', 'next answer', 'panel opened again'] as const;

async function measure(panel: BenchPanel, text: string): Promise<Record<(typeof PHASES)[number], number>> {
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

function repeated(text: string): string {
  return text.repeat(Math.ceil(MAX_TEXT_LENGTH / text.length));
}
