import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newestOfAll, newestOfFamilies } from '../../../playground/demo-model/newest-names';
import { readModelName } from '../../../playground/demo-model/read-model-name';
import { CATALOGUE_NAMES } from '../../../playground/server/catalogue-names';

const namesOf = (provider: string) => CATALOGUE_NAMES[provider] ?? [];

describe('readModelName', () => {
  it.each([
    ['gpt-4o', 'gpt', [4, 0, 111], []],
    ['gpt-4.1-mini', 'gpt-mini', [4, 1], []],
    ['gpt-4o-2024-11-20', 'gpt', [4, 0, 111], [2024, 11, 20]],
    ['gpt-3.5-turbo-0125', 'gpt-turbo', [3, 5], [0, 1, 25]],
    ['gpt-3.5-turbo-16k', 'gpt-turbo-16k', [3, 5], []],
    ['o4-mini-2025-04-16', 'o-mini', [4], [2025, 4, 16]],
    ['claude-3-5-sonnet-20241022', 'claude-sonnet', [3, 5], [2024, 10, 22]],
    ['claude-sonnet-4-5', 'claude-sonnet', [4, 5], []],
    ['claude-opus-4-0', 'claude-opus', [4], []],
    ['gemini-1.5-flash-8b-001', 'gemini-flash-8b', [1, 5], [1]],
    ['gemma2-9b-it', 'gemma-9b-it', [2], []],
    ['gemma-3n-e4b-it', 'gemma-e4b-it', [3, 0, 110], []],
    ['command-r-plus-08-2024', 'command-r-plus', [], [2024, 8, 0]],
    ['mistral-large-2411', 'mistral-large', [], [2024, 11, 0]],
    ['deepseek-chat-v3-0324', 'deepseek-chat', [3], [0, 3, 24]],
    ['llama3-70b-8192', 'llama-70b-8192', [3], []],
    ['qwen/qwen-2.5-72b-instruct:free', 'qwen/qwen-72b-instruct-free', [2, 5], []],
    ['google/gemini-flash-1.5', 'google/gemini-flash', [1, 5], []],
    ['modèle-été', 'modèle-été', [], []],
    ['', '', [], []],
  ])('reads %s', (name, family, version, date) => {
    expect(readModelName(name)).toEqual({ name, family, version, date, isPreview: false, isLatest: false });
  });

  it.each([
    ['gemini-2.5-flash-preview-05-20', { family: 'gemini-flash', isPreview: true, date: [0, 5, 20] }],
    ['gemini-exp-1206', { family: 'gemini', isPreview: true, date: [0, 12, 6] }],
    ['learnlm-2.0-flash-experimental', { family: 'learnlm-flash', isPreview: true }],
    ['anthropic/claude-3-opus:beta', { family: 'anthropic/claude-opus', isPreview: true }],
    ['claude-3-5-haiku-latest', { family: 'claude-haiku', version: [3, 5], isLatest: true }],
  ])('knows previews and aliases: %s', (name, expected) => {
    expect(readModelName(name)).toMatchObject(expected);
  });
});

describe('newestOfFamilies', () => {
  it.each([
    ['openai', 'gpt', 'gpt-5'],
    ['openai', 'gpt-mini', 'gpt-5-mini'],
    ['openai', 'gpt-turbo', 'gpt-4-turbo'],
    ['openai', 'o', 'o3'],
    ['openai', 'o-mini', 'o4-mini'],
    ['openai', 'chatgpt', 'chatgpt-4o-latest'],
    ['openai', 'gpt-audio', 'gpt-4o-audio-preview'],
    ['anthropic', 'claude-sonnet', 'claude-sonnet-4-5'],
    ['anthropic', 'claude-opus', 'claude-opus-4-1'],
    ['anthropic', 'claude-haiku', 'claude-haiku-4-5'],
    ['anthropic', 'claude', 'claude-2.1'],
    ['gemini', 'gemini-pro', 'gemini-2.5-pro'],
    ['gemini', 'gemini-flash', 'gemini-2.5-flash'],
    ['gemini', 'gemini-flash-8b', 'gemini-1.5-flash-8b'],
    ['gemini', 'gemini-flash-thinking', 'gemini-2.0-flash-thinking-exp'],
    ['gemini', 'gemini', 'gemini-exp-1206'],
    ['gemini', 'gemma-27b-it', 'gemma-3-27b-it'],
    ['mistral', 'mistral-large', 'mistral-large-latest'],
    ['mistral', 'devstral-small', 'devstral-small-2507'],
    ['cohere', 'command-r', 'command-r'],
    ['deepseek', 'deepseek', 'deepseek-v3.1'],
    ['groq', 'llama-70b-versatile', 'llama-3.3-70b-versatile'],
    ['openrouter', 'deepseek/deepseek-chat-free', 'deepseek/deepseek-chat-v3.1:free'],
    ['openrouter', 'anthropic/claude-sonnet', 'anthropic/claude-sonnet-4.5'],
    ['openrouter', 'x-ai/grok', 'x-ai/grok-4'],
  ])('chooses for %s %s: %s', (provider, family, name) => {
    const found = newestOfFamilies(namesOf(provider)).find((one) => one.family === family);
    expect(found?.name).toBe(name);
  });

  it('puts every model of every provider into one family, and chooses one of its members', () => {
    for (const names of Object.values(CATALOGUE_NAMES)) {
      const families = newestOfFamilies(names);
      expect(families.reduce((sum, { size }) => sum + size, 0)).toBe(names.length);
      for (const { family, name } of families) expect(readModelName(name).family).toBe(family);
    }
  });

  it('chooses the same in whatever order the names come', () => {
    const names = namesOf('openai');
    const chosen = (list: readonly string[]) =>
      newestOfFamilies(list)
        .map(({ name }) => name)
        .sort();
    fc.assert(
      fc.property(fc.shuffledSubarray([...names], { minLength: names.length }), (shuffled) => {
        expect(chosen(shuffled)).toEqual(chosen(names));
        expect(newestOfAll(shuffled)).toBe(newestOfAll(names));
      }),
      { numRuns: 30 },
    );
  });

  it('reads whatever a name holds', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (names) => {
        expect(newestOfFamilies(names).reduce((sum, { size }) => sum + size, 0)).toBe(names.length);
      }),
    );
  });
});

describe('newestOfAll', () => {
  it.each([
    ['openai', 'gpt-5'],
    ['anthropic', 'claude-haiku-4-5'],
    ['deepseek', 'deepseek-v3.1'],
    ['mistral', 'mistral-medium-latest'],
    ['groq', 'meta-llama/llama-4-maverick-17b-128e-instruct'],
    ['openrouter', 'openai/gpt-5'],
  ])('chooses for %s: %s', (provider, name) => {
    expect(newestOfAll(namesOf(provider))).toBe(name);
  });

  it('chooses a preview, or a model for one job, only where there is nothing else', () => {
    expect(newestOfAll(['gpt-5-preview', 'gpt-4'])).toBe('gpt-4');
    expect(newestOfAll(['gpt-5-preview'])).toBe('gpt-5-preview');
    expect(newestOfAll(['text-embedding-3', 'text-embedding-2'])).toBe('text-embedding-3');
    expect(newestOfAll([])).toBeNull();
  });
});
