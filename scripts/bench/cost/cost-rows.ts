import { adapters } from '@/src/adapters';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import type { AIRequest } from '@/src/core/llm/ai-service';
import { toApiTools } from '@/src/core/llm/api-tools';
import { estimateTokens } from '@/src/core/text/estimate-tokens';
import { toolsOf } from '@/src/core/tools/built-in-tools';
import { calls, createLoopHarness, says } from '@/tests/fakes/loop-harness';
import { createModelFilterSite } from '@/tests/fakes/model-filter-site';
import { createBareDocument } from '@/tests/world/bare-document';
import { type BenchRow, sum, within } from '../bench-row';
import { naiveContext } from '../core/naive-context';
import { typicalContexts } from '../core/typical-states';

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

/** One request of a task. */
interface SentRequest {
  /** Tools and messages, in the order in which endpoints cache them. */
  prompt: Buffer;
  /** Estimated tokens as sent, and of the naive way. */
  tokens: { sent: number; naive: number };
}

/** Finds the blocks with the page's state, or its changes, in the JSON of a request. */
const PAGE_BLOCKS = /<page-(\w+) .*?<\/page-\1.*?>/gs;

/**
 * Plays a task on the page of one of the catalogue's providers, which alternates readings and changes and has this many requests.
 * Throws if a call fails.
 */
async function playTask(task: number, rounds: number): Promise<SentRequest[]> {
  const contexts = typicalContexts();
  const initial = contexts[task % contexts.length];
  if (initial === undefined) throw new Error('The catalogue has no provider.');
  const site = createModelFilterSite(createBareDocument(), initial);
  const sent: SentRequest[] = [];
  let naiveContexts = '';
  const script = Array.from({ length: rounds }, (_, round) => ({ tools, messages }: AIRequest) => {
    naiveContexts += JSON.stringify(naiveContext(site.fake.state));
    const prompt = [tools, ...messages].map((part) => JSON.stringify(part)).join('\n');
    const naive = estimateTokens(prompt.replaceAll(PAGE_BLOCKS, '')) + estimateTokens(naiveContexts);
    sent.push({ prompt: Buffer.from(prompt), tokens: { sent: estimateTokens(prompt), naive } });
    return round === rounds - 1 ? says('Done.') : calls(callOf(round, initial));
  });
  const harness = await createLoopHarness(script, { site, settings: { roundsPerRun: rounds } });
  await harness.send('Hide these models one after the other, check each, and show them again.');
  const failed = (await harness.results()).filter((result) => !result.startsWith('ok:'));
  if (failed.length > 0 || sent.length < rounds) {
    throw new Error(`Task ${task} ended after ${sent.length} requests: ${failed.join(' ')}`);
  }
  return sent;
}

/** The call of a round: reads about a model, hides it, explains it, and shows it again. */
function callOf(round: number, { provider, models }: ModelFilterContext): [name: string, args: object] {
  const ids = models[provider] ?? [];
  const id = ids[Math.floor(round / 4) % ids.length] ?? '';
  const pattern = id.slice(id.indexOf('/') + 1);
  const made: [string, object][] = [
    ['get_models_matching_pattern', { pattern }],
    ['add_ignore_rule', { pattern }],
    ['explain_model_status', { model_id: id }],
    ['remove_ignore_rule', { pattern }],
  ];
  return made[round % made.length] ?? ['list_rules', {}];
}
