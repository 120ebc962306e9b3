import { describe, expect, it } from 'vitest';
import { MIN_BUDGET_TOKENS } from '@/src/adapters/kit/lines-within';
import { llmApiKeyProxy } from '@/src/adapters/llm-api-key-proxy/definition';
import type { LlmProxyContext } from '@/src/adapters/llm-api-key-proxy/filters';
import { estimateTokens } from '@/src/core/text/estimate-tokens';

const { encodeContext } = llmApiKeyProxy;
const context: LlmProxyContext = {
  filters: {
    openai: { ignore: ['*-preview'], whitelist: ['gpt-4o'] },
    old: { ignore: ['x'], whitelist: [] },
  },
  providers: { openai: { keys: 2, oauth: 0 }, gemini: { keys: 0, oauth: 1 } },
  models: ['gemini/gemini-3', 'openai/gpt-4o', 'openai/o1-preview', 'odd name'],
  aliases: ['gpt-latest'],
};
const whole = (other: Partial<LlmProxyContext>) =>
  encodeContext({ ...context, ...other }, Number.POSITIVE_INFINITY);

describe('the page’s state for the model', () => {
  it('has each provider with its rules and listed models, and marks those that the rules hide', () => {
    expect(whole({})).toBe(
      [
        'models: clients get 4 now; those that the proxy hides now are not known',
        'rules in the .env file, and listed models, by provider (- before a model: the rules hide it after a restart):',
        'gemini (0 API keys, 1 OAuth account): 1 model, 0 hidden after a restart',
        '  models: gemini-3',
        'old (no credentials in the .env file): 0 models, 0 hidden after a restart',
        '  ignore: "x" decides 0',
        'openai (2 API keys, 0 OAuth accounts): 2 models, 1 hidden after a restart',
        '  ignore: "*-preview" decides 1',
        '  whitelist: "gpt-4o" decides 1',
        '  models: gpt-4o -o1-preview',
        'ids without provider: "odd name"',
        'aliases for the latest model (no rules): gpt-latest',
      ].join('\n'),
    );
  });

  it('says that the models are unknown', () => {
    expect(whole({ models: null })).toContain('models: the proxy does not list them now');
  });

  it.each([0, MIN_BUDGET_TOKENS, 500, 2_000, 8_000])(
    'fits a budget of %i tokens with 10,000 models and 2,000 rules',
    (budget) => {
      const models = Array.from({ length: 10_000 }, (_, index) => `openai/model-${index}`);
      const filters = { openai: { ignore: models.slice(0, 2_000), whitelist: [] } };
      const text = encodeContext({ ...context, models, filters }, budget);
      expect(estimateTokens(text)).toBeLessThanOrEqual(Math.max(budget, MIN_BUDGET_TOKENS));
      expect(text).toMatch(/and \d+ more lines; use list_rules and list_models/);
    },
  );

  it('counts models that don’t fit', () => {
    const models = Array.from({ length: 10_000 }, (_, index) => `openai/model-${index}`);
    const text = encodeContext({ ...context, models }, 1_000);
    expect(text).toContain('10,000 models, 0 hidden after a restart');
    expect(text).not.toContain('model-1');
  });

  it('lets no name pass for a part of the state', () => {
    expect(whole({ models: ['openai/a\nold (5 API keys)', 'openai/-x'] })).toContain(
      'models: "a\\nold (5 API keys)" "-x"',
    );
  });
});
