import { expect, it } from 'vitest';
import { newestOfFamilies } from '@/playground/demo-model/newest-models';
import { CATALOGUE_NAMES } from '@/playground/server/catalogue-names';

it.each([
  ['openai', 'gpt-5 gpt-5-mini gpt-4-turbo o3 o4-mini chatgpt-4o-latest gpt-4o-audio-preview'],
  ['anthropic', 'claude-sonnet-4-5 claude-opus-4-1 claude-haiku-4-5 claude-2.1'],
  ['gemini', 'gemini-2.5-pro gemini-2.5-flash gemini-1.5-flash-8b gemini-exp-1206 gemma-3-27b-it'],
  ['mistral', 'mistral-large-latest devstral-small-2507'],
  ['groq', 'llama-3.3-70b-versatile'],
  ['openrouter', 'deepseek/deepseek-chat-v3.1:free anthropic/claude-sonnet-4.5 x-ai/grok-4'],
])('keeps the newest of each family: %s', (provider, expected) => {
  const names = CATALOGUE_NAMES[provider] ?? [];
  const newest = newestOfFamilies(names);
  expect(newest).toEqual(expect.arrayContaining(expected.split(' ')));
  expect(newest.length).toBeLessThan(names.length);
  expect(newestOfFamilies(names.toReversed()).sort()).toEqual(newest.sort());
});

it.each([
  ['a preview where there is nothing else', ['a-2-preview', 'a-1-preview'], ['a-2-preview']],
  ['the largest family first', ['b-1', 'a-1', 'a-2'], ['a-2', 'b-1']],
  ['nothing of nothing', [], []],
])('keeps %s', (_, names, expected) => {
  expect(newestOfFamilies(names)).toEqual(expected);
});
