import { adapters } from '@/src/adapters';
import { toApiTools } from '@/src/core/llm/api-tools';
import { toolsOf } from '@/src/core/tools/built-in-tools';
import { atMost, type BenchRow, sum, within } from '../bench-row';
import { playTask, type SentRequest } from './scripted-task';

/** Requests of each task. */
const ROUNDS = [5, 8, 12, 16, 20, 24, 28, 32, 36, 40];

/** Measures the tokens of ten tasks against the naive way, and how much of a request the endpoint can cache. */
export async function costRows(): Promise<BenchRow[]> {
  const tasks: SentRequest[][] = [];
  for (const [index, rounds] of ROUNDS.entries()) tasks.push(await playTask(index, rounds));
  const ratios = tasks.map((task) => (tokens(task, 'sent') / tokens(task, 'naive')).toFixed(2));
  const shares = tasks.flatMap(prefixShares);
  return [
    {
      what: `tokens of ${ROUNDS.length} tasks of ${ROUNDS[0]} to ${ROUNDS.at(-1)} requests`,
      against: 'the page as plain JSON in each round, and the whole history with these in each request',
      unit: 'tokens',
      measured: [sum(tasks.map((task) => tokens(task, 'sent')))],
      baseline: [sum(tasks.map((task) => tokens(task, 'naive')))],
      goal: atMost(0.25),
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
      goal: { kind: 'at-least', ratio: 0.95 },
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
  const sizes = adapters.map(({ id, tools }): [id: string, bytes: number] => [
    id,
    Buffer.byteLength(JSON.stringify(toApiTools(toolsOf(tools, { sendsMessages: false })))),
  ]);
  const [[, bytes] = ['', Number.NaN], ...others] = sizes;
  return {
    what: 'bytes of tools, as each request on a model-filter page has them',
    ...within(8_000, 'bytes'),
    measured: [bytes],
    notes: [`On other pages: ${others.map(([id, size]) => `${id} ${size}`).join(', ')}.`],
  };
}

function tokens(task: readonly SentRequest[], way: 'sent' | 'naive'): number {
  return sum(task.map((request) => request.tokens[way]));
}

/** For each request but the last, the share of its prompt that the next one begins with. */
function prefixShares(task: readonly SentRequest[]): number[] {
  return task.slice(1).map((next, index) => prefixShare(task[index]?.prompt ?? Buffer.of(), next.prompt));
}

/** The share of `earlier` that is a prefix of `later`. */
function prefixShare(earlier: Buffer, later: Buffer): number {
  const differing = earlier.findIndex((byte, index) => byte !== later[index]);
  return (differing < 0 ? earlier.length : differing) / earlier.length;
}
