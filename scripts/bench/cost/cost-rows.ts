import { adapters } from '@/src/adapters';
import { toApiTools } from '@/src/core/llm/api-tools';
import { toolsOf } from '@/src/core/tools/built-in-tools';
import { type BenchRow, sum, within } from '../bench-row';
import { playTask, type SentRequest } from './scripted-task';

/** Requests of each task. */
const ROUNDS = [5, 8, 12, 16, 20, 24, 28, 32, 36, 40];

/** Measures the tokens of ten tasks against the naive way, and how much of a request the endpoint can cache. */
export async function costRows(): Promise<BenchRow[]> {
  const tasks: SentRequest[][] = [];
  for (const [index, rounds] of ROUNDS.entries()) tasks.push(await playTask(index, rounds));
  const sent = tasks.map((task) => sum(task.map(({ tokens }) => tokens.sent)));
  const naive = tasks.map((task) => sum(task.map(({ tokens }) => tokens.naive)));
  const ratios = sent.map((tokens, index) => (tokens / (naive[index] ?? Number.NaN)).toFixed(2));
  // For each request but the last of its task, the share of its prompt that the next one begins with.
  const shares = tasks.flatMap((task) =>
    task.slice(1).map(({ prompt: later }, index) => {
      const earlier = task[index]?.prompt ?? Buffer.of();
      const differing = earlier.findIndex((byte, at) => byte !== later[at]);
      return (differing < 0 ? earlier.length : differing) / earlier.length;
    }),
  );
  return [
    {
      what: `tokens of ${ROUNDS.length} tasks of ${ROUNDS[0]} to ${ROUNDS.at(-1)} requests`,
      against: 'the page as plain JSON in each round, and the whole history with these in each request',
      unit: 'tokens',
      measured: [sum(sent)],
      baseline: [sum(naive)],
      atMost: 0.25,
      notes: [
        'Estimated tokens of all requests: prompt, tools and messages, of which prompt and tools are the same on both sides.',
        `The ratio of each task, from the shortest to the longest: ${ratios.join(', ')}.`,
      ],
    },
    {
      what: 'a request’s prompt, found again in the next',
      against: 'all of it',
      unit: 'number',
      // The worst pair counts instead of the median.
      measured: [Math.min(...shares)],
      baseline: [1],
      atLeast: 0.95,
      notes: [
        `The smallest share of ${shares.length} pairs of requests of one run.`,
        'A prompt is its tools and then its messages, in the order in which endpoints cache them.',
      ],
    },
    toolsRow(),
  ];
}

/** Every request contains the tools, and a small context window little else. */
function toolsRow(): BenchRow {
  const [bytes = Number.NaN, ...others] = adapters.map(({ tools }) =>
    Buffer.byteLength(JSON.stringify(toApiTools(toolsOf(tools, { sendsMessages: false })))),
  );
  const onOthers = others.map((size, index) => `${adapters[index + 1]?.id} ${size}`);
  return {
    what: 'bytes of tools, as each request on a model-filter page has them',
    ...within(8_000, 'bytes'),
    measured: [bytes],
    notes: [`On other pages: ${onOthers.join(', ')}.`],
  };
}
