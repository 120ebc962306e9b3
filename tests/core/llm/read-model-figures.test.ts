import { describe, expect, it } from 'vitest';
import type { ModelPrices } from '@/src/core/llm/ai-service';
import { MAX_CONTEXT_TOKENS, readModelFigures } from '@/src/core/llm/read-model-figures';

describe('the context window of a listed model', () => {
  it.each<[string, Record<string, unknown>, number | undefined]>([
    ['OpenRouter and Together', { context_length: 200_000 }, 200_000],
    ['vLLM', { max_model_len: 32_768 }, 32_768],
    ['Groq', { context_window: 131_072 }, 131_072],
    ['Mistral', { max_context_length: 128_000 }, 128_000],
    ['LM Studio, as loaded', { max_context_length: 131_072, loaded_context_length: 4_096 }, 4_096],
    ['LiteLLM', { max_input_tokens: 180_000 }, 180_000],
    ['LiteLLM, in its details', { model_info: { max_input_tokens: 180_000 } }, 180_000],
    ['llama.cpp, as started', { meta: { n_ctx: 8_192, n_ctx_train: 131_072 } }, 8_192],
    ['llama.cpp, from the model', { meta: { n_ctx_train: 131_072 } }, 131_072],
    [
      'OpenRouter, as served',
      { context_length: 1_000_000, top_provider: { context_length: 200_000 } },
      200_000,
    ],
    ['GitHub Models', { limits: { max_input_tokens: 128_000, max_output_tokens: 4_096 } }, 128_000],
    ['GitHub Copilot', { capabilities: { limits: { max_context_window_tokens: 64_000 } } }, 64_000],
    ['Gemini’s own API', { inputTokenLimit: 1_048_576, outputTokenLimit: 8_192 }, 1_048_576],
    ['Venice', { model_spec: { availableContextTokens: 32_768 } }, 32_768],
    ['Unbound', { contextWindow: 100_000 }, 100_000],
    ['DeepInfra', { metadata: { context_length: 131_072, max_tokens: 16_384 } }, 131_072],
    ['Novita', { context_size: 65_536, max_output_tokens: 1_024 }, 65_536],
    [
      'Hugging Face’s router, where any of the providers may answer',
      { providers: [{ context_length: 131_072 }, { context_length: 32_000 }, {}] },
      32_000,
    ],
    [
      'only limits per minute, and of answers',
      { limits: { max_input_tokens_per_minute: 9_000, max_output_tokens: 8 } },
      undefined,
    ],
    ['a server that reports none', {}, undefined],
    ['zero', { context_length: 0 }, undefined],
    ['a negative number', { context_length: -1 }, undefined],
    ['a fraction', { context_length: 1.5 }, undefined],
    ['a number as text', { context_length: '200000' }, 200_000],
    ['a text', { context_length: '200K' }, undefined],
    ['models.dev', { limit: { context: 200_000, output: 64_000 } }, 200_000],
    ['only a minimum', { min_context_length: 512 }, undefined],
    ['null', { context_length: null, meta: null, model_info: [] }, undefined],
    ['too large a number', { context_length: MAX_CONTEXT_TOKENS + 1 }, undefined],
    ['one valid of several figures', { context_length: 0, max_model_len: 4_096 }, 4_096],
  ])('is read from the list of %s', (_, entry, contextTokens) => {
    expect(readModelFigures(entry).contextTokens).toBe(contextTokens);
  });
});

describe('images as input of a listed model', () => {
  it.each<[string, Record<string, unknown>, boolean | undefined]>([
    ['OpenRouter: yes', { architecture: { input_modalities: ['text', 'image'] } }, true],
    ['OpenRouter: no', { architecture: { input_modalities: ['text'], output_modalities: ['image'] } }, false],
    ['GitHub Models', { supported_input_modalities: ['text', 'image', 'audio'] }, true],
    ['a proxy that lists them itself', { input_modalities: ['text'] }, false],
    ['Mistral: yes', { capabilities: { completion_chat: true, vision: true } }, true],
    ['Mistral: no', { capabilities: { completion_chat: true, vision: false } }, false],
    ['LiteLLM', { supports_vision: true }, true],
    ['LiteLLM, in its details', { model_info: { supports_vision: false } }, false],
    ['llama.cpp', { capabilities: ['completion', 'multimodal'] }, true],
    ['Ollama', { capabilities: ['completion', 'vision'] }, true],
    ['a server that lists other capabilities', { capabilities: ['completion'] }, undefined],
    ['LM Studio', { type: 'vlm' }, true],
    ['LM Studio, another type', { type: 'llm' }, undefined],
    ['a server that says nothing', {}, undefined],
    ['values of other types', { architecture: 'x', supports_vision: 'yes', capabilities: null }, undefined],
  ])('are read from the list of %s', (_, entry, takesImages) => {
    expect(readModelFigures(entry).takesImages).toBe(takesImages);
  });
});

describe('the prices of a listed model', () => {
  it.each<[string, Record<string, unknown>, ModelPrices | undefined]>([
    [
      'OpenRouter: texts',
      {
        pricing: {
          prompt: '0.000003',
          completion: '0.000015',
          request: '0',
          input_cache_read: '0.0000003',
          input_cache_write: '0.00000375',
        },
      },
      { input: 0.000003, output: 0.000015, cacheRead: 0.0000003, cacheCreation: 0.00000375 },
    ],
    [
      'a proxy with its own names for cached tokens',
      { pricing: { prompt: 3e-6, completion: 15e-6, cached_input: 3e-7, cache_write: 4e-6 } },
      { input: 3e-6, output: 15e-6, cacheRead: 3e-7, cacheCreation: 4e-6 },
    ],
    [
      'LiteLLM',
      { input_cost_per_token: 1e-6, output_cost_per_token: 2e-6, cache_read_input_token_cost: 1e-7 },
      { input: 1e-6, output: 2e-6, cacheRead: 1e-7, cacheCreation: null },
    ],
    [
      'LiteLLM, in its details',
      { model_info: { input_cost_per_token: 1e-6, output_cost_per_token: 2e-6 } },
      { input: 1e-6, output: 2e-6, cacheRead: null, cacheCreation: null },
    ],
    [
      'a free model',
      { pricing: { prompt: '0', completion: '0' } },
      { input: 0, output: 0, cacheRead: null, cacheCreation: null },
    ],
    ['a router with prices that vary', { pricing: { prompt: '-1', completion: '-1' } }, undefined],
    ['prices per million tokens', { pricing: { prompt: 3, completion: 15 } }, undefined],
    ['low prices per million tokens', { pricing: { prompt: 0.01, completion: 0.02 } }, undefined],
    [
      'a stated unit',
      { pricing: { prompt: 0.01, completion: '0.02', unit: 'per_million_tokens', currency: 'USD' } },
      { input: 0.01 / 1e6, output: 0.02 / 1e6, cacheRead: null, cacheCreation: null },
    ],
    [
      'a stated unit of other names',
      { pricing: { input: 0.18, output: 0.2, cached_input: 0.09, unit: '1M tokens' } },
      { input: 0.18 / 1e6, output: 0.2 / 1e6, cacheRead: 0.09 / 1e6, cacheCreation: null },
    ],
    [
      'a unit in the names',
      { input_price_per_1k_tokens: 0.5, output_price_per_1k: 0.75 },
      { input: 0.0005, output: 0.00075, cacheRead: null, cacheCreation: null },
    ],
    [
      'LiteLLM, with prices of long prompts',
      {
        input_cost_per_token_above_200k_tokens: 4e-6,
        input_cost_per_token: 1e-6,
        output_cost_per_token: 2e-6,
      },
      { input: 1e-6, output: 2e-6, cacheRead: null, cacheCreation: null, isTiered: true },
    ],
    [
      'LiteLLM, with an empty price of long prompts',
      {
        input_cost_per_token_above_200k_tokens: null,
        input_cost_per_token: 1e-6,
        output_cost_per_token: 2e-6,
        tiered_pricing: null,
      },
      { input: 1e-6, output: 2e-6, cacheRead: null, cacheCreation: null },
    ],
    [
      'a gateway with a list of prices by length',
      {
        pricing: { prompt: 1e-6, completion: 2e-6, input_tiers: [{ min: 0 }, { min: 32_001 }] },
        service_tier: 'default',
      },
      { input: 1e-6, output: 2e-6, cacheRead: null, cacheCreation: null, isTiered: true },
    ],
    [
      'lists that are no prices by length',
      {
        pricing: { prompt: 1e-6, completion: 2e-6, input_tiers: [{ min: 0 }] },
        supported_service_tiers: ['flex', 'priority'],
      },
      { input: 1e-6, output: 2e-6, cacheRead: null, cacheCreation: null },
    ],
    ['an unknown unit', { pricing: { prompt: 1e-6, completion: 1e-6, unit: 'credits' } }, undefined],
    [
      'another currency in the unit',
      { pricing: { prompt: 3, completion: 15, unit: 'RMB / million tokens' } },
      undefined,
    ],
    ['cents', { pricing: { prompt: 3, completion: 15, unit: 'cents per million tokens' } }, undefined],
    ['another currency', { pricing: { prompt: 1e-6, completion: 1e-6, currency: 'CNY' } }, undefined],
    ['other names, which mean prices per million', { pricing: { input: 0.18, output: 0.18 } }, undefined],
    ['only one price', { pricing: { prompt: '0.000003' } }, undefined],
    ['texts that are no numbers', { pricing: { prompt: 'free', completion: '' } }, undefined],
    ['not finite', { pricing: { prompt: 'Infinity', completion: 'NaN' } }, undefined],
    ['a list', { pricing: [] }, undefined],
    ['none', {}, undefined],
  ])('are read: %s', (_, entry, prices) => {
    expect(readModelFigures(entry).prices).toEqual(prices);
  });

  it('without a valid price for cached tokens leave only that one out', () => {
    const pricing = { prompt: '0.000003', completion: '0.000015', input_cache_read: '-1' };
    expect(readModelFigures({ pricing }).prices?.cacheRead).toBeNull();
  });
});
