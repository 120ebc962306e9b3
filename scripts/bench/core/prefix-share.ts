import type { AIRequest } from '@/src/core/llm/ai-service';
import { calls, createLoopHarness, says } from '../../../tests/fakes/loop-harness';
import type { BenchRow } from '../bench-row';

/** How much of a request the endpoint can take from its cache when the next one of the run comes. */
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
      unit: 'share',
      // The worst pair counts, not the middle one.
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

/** The part of `earlier` that `later` begins with. */
function prefixShare(earlier: Buffer, later: Buffer): number {
  const differing = earlier.findIndex((byte, index) => byte !== later[index]);
  return (differing < 0 ? earlier.length : differing) / earlier.length;
}
