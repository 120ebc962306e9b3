// First, since modules read the extension API while they are evaluated.
import '@/tests/world/browser-global';

import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import type { AIRequest } from '@/src/core/llm/ai-service';
import { estimateTokens } from '@/src/core/text/estimate-tokens';
import { calls, createLoopHarness, says } from '@/tests/fakes/loop-harness';
import { createModelFilterSite } from '@/tests/fakes/model-filter-site';
import { createBareDocument } from '@/tests/world/bare-document';
import { naiveContext } from '../core/naive-context';
import { typicalContexts } from '../core/typical-states';

/** One request of a task. */
export interface SentRequest {
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
export async function playTask(task: number, rounds: number): Promise<SentRequest[]> {
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
