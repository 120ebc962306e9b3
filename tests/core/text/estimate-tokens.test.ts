import fc from 'fast-check';
import { encode as cl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode as o200k } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeAll, describe, expect, it } from 'vitest';
import { typicalContexts } from '@/scripts/bench/core/typical-states';
import type { AIRequest } from '@/src/core/llm/ai-service';
import { COST_PER_TOKEN, estimateTokens, textCost } from '@/src/core/text/estimate-tokens';
import { FIRST_REQUEST_TOKENS } from '@/src/core/usage/first-request';
import { calls, createLoopHarness, says } from '@/tests/fakes/loop-harness';
import { createModelFilterSite } from '@/tests/fakes/model-filter-site';
import { createBareDocument } from '@/tests/world/bare-document';

const text = fc.string({ unit: 'binary' });

/** The texts of the requests of a task on the pages of several providers, as a server gives them to its model. */
async function sentPrompts(): Promise<string[]> {
  const sent: string[] = [];
  for (const initial of typicalContexts()) {
    const site = createModelFilterSite(createBareDocument(), initial);
    const step =
      (answer: ReturnType<typeof says>) =>
      ({ tools, messages }: AIRequest) => {
        const described = JSON.stringify(tools.map((tool) => tool.function));
        sent.push([described, ...messages.map(({ content }) => String(content))].join('\n'));
        return answer;
      };
    const harness = await createLoopHarness(
      [step(calls(['get_models_matching_pattern', { pattern: '*-latest' }])), step(says('Done.'))],
      { site },
    );
    await harness.send('Which models are the latest ones?');
  }
  return sent;
}

describe('the estimate of tokens', () => {
  let prompts: string[] = [];
  beforeAll(async () => {
    prompts = await sentPrompts();
    expect(prompts.length).toBeGreaterThan(2);
  });

  it.each([
    ['nothing', '', 0],
    ['one character', 'a', 1],
    ['words', 'hides all models', 4],
    ['capital letters and signs', '{"ID":"A"}', 3],
    ['the name of a model', 'gpt-4o-2024-08-06', 14],
    ['a pattern', '*-preview', 4],
    ['the last ASCII character', '\u007f'.repeat(4), 1],
    ['the first beyond ASCII', '\u0080'.repeat(4), 2],
    ['Cyrillic', 'привет', 3],
    ['the last before the dense scripts', '\u052f'.repeat(4), 2],
    ['the first of the dense scripts', '\u0530'.repeat(4), 4],
    ['Hindi', 'नमस्ते', 6],
    ['Thai', 'สวัสดี', 6],
    ['Hebrew', 'שלום', 4],
    ['Chinese', '模型过滤', 4],
    ['an emoji, which has two halves', '🙂', 2],
    ['a mixture', 'abé模', 2],
  ])('counts %s', (_, sample, tokens) => {
    expect(estimateTokens(sample)).toBe(tokens);
  });

  it.each([
    ['cl100k_base', cl100k],
    ['o200k_base', o200k],
  ])('is 0 to 15 % above the count of %s for requests of a task', (_, encode) => {
    for (const prompt of prompts) {
      const share = estimateTokens(prompt) / encode(prompt).length;
      expect(share).toBeGreaterThanOrEqual(1);
      expect(share).toBeLessThanOrEqual(1.15);
    }
  });

  it('of the first request on a page with few models is below the constant of the connection test by what a template adds', () => {
    const [first = ''] = prompts;
    const share = estimateTokens(first) / FIRST_REQUEST_TOKENS;
    expect(share).toBeGreaterThan(0.8);
    expect(share).toBeLessThan(0.95);
  });

  it('never decreases when text is appended, and never exceeds the sum over the parts', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const whole = estimateTokens(a + b);
        expect(whole).toBeGreaterThanOrEqual(Math.max(estimateTokens(a), estimateTokens(b)));
        expect(whole).toBeLessThanOrEqual(estimateTokens(a) + estimateTokens(b));
        expect(textCost(a + b)).toBe(textCost(a) + textCost(b));
        expect(whole).toBe(Math.ceil(textCost(a + b) / COST_PER_TOKEN));
      }),
    );
  });
});
