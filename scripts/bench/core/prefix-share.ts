import type { AIRequest } from '@/src/core/llm/ai-service';
import { calls, createLoopHarness, says } from '@/tests/fakes/loop-harness';
import type { BenchRow } from '../bench-row';

/** Measures the share of a request that the endpoint can cache for the next request of the run. */
export async function prefixShareRows(): Promise<BenchRow[]> {
  const harness = await createLoopHarness([
    calls(['add_note', { text: 'bread' }]),
    calls(['count_notes', {}], ['find_note', { text: 'milk' }]),
    calls(['remove_note', { text: 'milk' }]),
    calls(['add_note', { text: 'tea' }]),
    says('Done.'),
  ]);
  await harness.send('Put bread and tea on the list, and take milk off it.');
  const prompts = harness.requests.map(promptBytes);
  const shares = prompts.slice(1).map((next, index) => prefixShare(prompts[index] ?? Buffer.of(), next));
  return [
    {
      what: 'a request’s prompt, found again in the next',
      against: 'all of it',
      unit: 'number',
      // The worst pair counts instead of the median.
      measured: [Math.min(...shares)],
      baseline: [1],
      goal: { kind: 'at-least', ratio: 0.9 },
      notes: [
        `The smallest share of ${shares.length} pairs: ${shares.map((share) => share.toFixed(3)).join(', ')}.`,
        'A prompt is its tools and then its messages, in the order in which endpoints cache them.',
      ],
    },
  ];
}

function promptBytes({ tools, messages }: AIRequest): Buffer {
  return Buffer.from([tools, ...messages].map((part) => JSON.stringify(part)).join('\n'));
}

/** The share of `earlier` that is a prefix of `later`. */
function prefixShare(earlier: Buffer, later: Buffer): number {
  const differing = earlier.findIndex((byte, index) => byte !== later[index]);
  return (differing < 0 ? earlier.length : differing) / earlier.length;
}
