import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createUsageReader } from '@/src/core/llm/read-usage';

const readUsage = (report: { usage?: unknown; timings?: unknown }) => createUsageReader()(report);

type Counts = [input: number, read: number, created: number, output: number];

function counted([promptTokens, cacheReadInputTokens, cacheCreationInputTokens, completionTokens]: Counts) {
  return { promptTokens, completionTokens, cacheReadInputTokens, cacheCreationInputTokens };
}

/** Nested lists of this depth. */
function nested(depth: number): unknown {
  return JSON.parse('['.repeat(depth) + ']'.repeat(depth));
}

const BOTH = { prompt_tokens: 100, completion_tokens: 7 };

describe('usage in the format of', () => {
  it.each<[string, object, Counts]>([
    [
      'OpenAI',
      {
        ...BOTH,
        total_tokens: 107,
        prompt_tokens_details: { cached_tokens: 60, audio_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 5 },
      },
      [40, 60, 0, 7],
    ],
    ['OpenAI without a cache', BOTH, [100, 0, 0, 7]],
    [
      'xAI, whose reasoning is beside the completion',
      {
        prompt_tokens: 32,
        completion_tokens: 9,
        total_tokens: 135,
        completion_tokens_details: { reasoning_tokens: 94 },
      },
      [32, 0, 0, 103],
    ],
    [
      'a server with more reasoning than completion, and no total',
      { ...BOTH, completion_tokens_details: { reasoning_tokens: 8 } },
      [100, 0, 0, 15],
    ],
    ['Gemini, whose thoughts only the total contains', { ...BOTH, total_tokens: 150 }, [100, 0, 0, 50]],
    [
      'Gemini, whose thoughts exceed the cached tokens',
      { ...BOTH, total_tokens: 207, prompt_tokens_details: { cached_tokens: 60 } },
      [40, 60, 0, 107],
    ],
    [
      'a proxy whose total counts cached tokens twice',
      { ...BOTH, total_tokens: 167, prompt_tokens_details: { cached_tokens: 60 } },
      [40, 60, 0, 7],
    ],
    ['a server with a total below its parts', { ...BOTH, total_tokens: 50 }, [100, 0, 0, 7]],
    [
      'a server with an odd field beside the counts',
      { ...BOTH, prompt_tokens_details: { cached_tokens: '60', cache_write_tokens: 30 }, total_tokens: {} },
      [70, 0, 30, 7],
    ],
    [
      'OpenAI’s Responses API',
      { input_tokens: 100, output_tokens: 7, input_tokens_details: { cached_tokens: 60 } },
      [40, 60, 0, 7],
    ],
    [
      'Anthropic, whose input excludes cached tokens',
      {
        input_tokens: 40,
        output_tokens: 7,
        cache_read_input_tokens: 6,
        cache_creation_input_tokens: 30,
      },
      [40, 6, 30, 7],
    ],
    [
      'Anthropic, with only a cache write',
      { input_tokens: 40, output_tokens: 7, cache_creation_input_tokens: 30 },
      [40, 0, 30, 7],
    ],
    ['a field with an inherited name', { ...BOTH, constructor: null }, [100, 0, 0, 7]],
    ['Anthropic without a cache', { input_tokens: 40, output_tokens: 7 }, [40, 0, 0, 7]],
    [
      'a proxy that adds Anthropic’s parts to the prompt',
      {
        ...BOTH,
        prompt_tokens_details: { cached_tokens: 60, cache_creation_tokens: 30 },
        cache_read_input_tokens: 60,
        cache_creation_input_tokens: 30,
      },
      [10, 60, 30, 7],
    ],
    [
      'a proxy whose parts are the whole prompt',
      { ...BOTH, cache_read_input_tokens: 70, cache_creation_input_tokens: 30 },
      [0, 70, 30, 7],
    ],
    [
      'a proxy that excludes Anthropic’s parts from the prompt',
      { ...BOTH, cache_read_input_tokens: 71, cache_creation_input_tokens: 30 },
      [100, 71, 30, 7],
    ],
    [
      'a proxy with two fields, one of them zero',
      { ...BOTH, prompt_tokens_details: { cached_tokens: 0 }, cache_read_input_tokens: 60 },
      [40, 60, 0, 7],
    ],
    [
      'a proxy that fills the other fields with zeros',
      { ...BOTH, input_tokens: 0, output_tokens: 0, input_tokens_details: null },
      [100, 0, 0, 7],
    ],
    ['DeepSeek', { ...BOTH, prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 36 }, [36, 64, 0, 7]],
    ['Moonshot', { ...BOTH, cached_tokens: 64 }, [36, 64, 0, 7]],
    [
      'OpenRouter',
      {
        ...BOTH,
        cost: 0.0042,
        is_byok: false,
        prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 30 },
        cost_details: { upstream_inference_cost: null },
      },
      [10, 60, 30, 7],
    ],
    [
      'a server with more cached tokens than the prompt',
      { ...BOTH, prompt_tokens_details: { cached_tokens: 900, cache_write_tokens: 900 } },
      [0, 100, 0, 7],
    ],
    [
      'a server with more written tokens than the prompt',
      { ...BOTH, prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 900 } },
      [0, 60, 40, 7],
    ],
  ])('%s counts each token once, with the raw object unchanged', (_, usage, counts) => {
    expect(readUsage({ usage })).toEqual({ type: 'usage', counts: counted(counts), raw: usage });
  });
});

describe('a llama.cpp server', () => {
  const timings = { prompt_n: 40, prompt_ms: 81.5, predicted_n: 7, predicted_per_second: 33.1 };

  it.each<[string, object, Counts]>([
    ['with only its timings', timings, [40, 0, 0, 7]],
    ['with cached tokens', { ...timings, cache_n: 60 }, [40, 60, 0, 7]],
  ])('%s reports processed and generated tokens', (_, timings, counts) => {
    expect(readUsage({ timings })).toEqual({
      type: 'usage',
      counts: counted(counts),
      raw: { timings },
    });
  });

  it('uses usage rather than timings if it has both', () => {
    expect(readUsage({ usage: BOTH, timings })?.raw).toEqual(BOTH);
    expect(readUsage({ usage: null, timings })?.raw).toEqual({ timings });
    const zeros = { prompt_tokens: 0, completion_tokens: 0 };
    expect(readUsage({ usage: zeros, timings })?.raw).toEqual({ timings });
  });

  it.each([
    ['counts of −1', { ...timings, prompt_n: -1 }],
    ['no prompt', { predicted_n: 7 }],
    ['no answer', { prompt_n: 7 }],
    ['a list', []],
    ['zeros', { prompt_n: 0, predicted_n: 0 }],
  ])('reports nothing with %s', (_, timings) => {
    expect(readUsage({ timings })).toBeNull();
  });
});

describe('the usage of a stream that reports it in several events', () => {
  it('is read with the greatest report of each count, in whatever order they come', () => {
    const whole = {
      input_tokens: 40,
      output_tokens: 50,
      cache_read_input_tokens: 600,
      input_tokens_details: { cached_tokens: 600, cache_write_tokens: 0 },
    };
    const parts = [
      { input_tokens: 40, output_tokens: 1, cache_read_input_tokens: 600 },
      { output_tokens: 50 },
      { input_tokens: 0, output_tokens: 7, input_tokens_details: { cached_tokens: 600 } },
      { input_tokens: null, input_tokens_details: { cache_write_tokens: 0 } },
      { output_tokens: 'many' },
      { input_tokens: 0, output_tokens: 0 },
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(parts, { minLength: parts.length }), (reports) => {
        const read = createUsageReader();
        const last = reports.map((usage) => read({ usage })).at(-1);
        expect(last?.counts).toEqual(createUsageReader()({ usage: whole })?.counts);
      }),
    );
  });

  it('is unknown until both counts have come', () => {
    const read = createUsageReader();
    expect(read({ usage: { prompt_tokens: 5 } })).toBeNull();
    expect(read({ usage: { completion_tokens: 6 } })?.counts).toEqual(counted([5, 0, 0, 6]));
    expect(read({})).toBeNull();
    expect(read({ usage: { more: 'x'.repeat(10_000) } })).toBeNull();
    expect(read({ usage: { completion_tokens: 7 } })?.counts).toEqual(counted([5, 0, 0, 7]));
  });
});

describe('no usage is read from', () => {
  it.each([
    ['nothing', undefined],
    ['zeros', { prompt_tokens: 0, completion_tokens: 0 }],
    ['a prompt without an answer', { prompt_tokens: 5 }],
    ['an answer without a prompt', { completion_tokens: 5 }],
    ['a text', '12'],
    ['a text for a count', { ...BOTH, prompt_tokens: '12' }],
    ['a fractional count', { ...BOTH, completion_tokens: 0.5 }],
    ['a negative count', { ...BOTH, prompt_tokens: -1 }],
    ['a number that JSON doesn’t have', { ...BOTH, cost: Number.POSITIVE_INFINITY }],
    ['a value that JSON doesn’t have', { ...BOTH, cost: undefined }],
    ['an object nested too deep to keep', { ...BOTH, more: nested(10) }],
    ['an object nested deeper than the stack', { ...BOTH, more: nested(50_000) }],
    ['an object too long to keep', { ...BOTH, more: 'x'.repeat(10_000) }],
  ])('%s', (_, usage) => {
    expect(readUsage({ usage })).toBeNull();
  });

  it('usage one step below the limits of size and depth is kept', () => {
    const emptyLength = JSON.stringify({ ...BOTH, more: '' }).length;
    const long = { ...BOTH, more: 'x'.repeat(10_000 - emptyLength) };
    const deep = { ...BOTH, more: nested(9), flag: true, none: null };

    expect(readUsage({ usage: long })?.raw).toEqual(long);
    expect(readUsage({ usage: deep })?.raw).toEqual(deep);
    expect(readUsage({ usage: { ...long, more: `${long.more}x` } })).toBeNull();
  });
});
