import { describe, expect, it } from 'vitest';
import { createCatalogue, DEFAULT_MODEL_COUNT } from '@/playground/server/catalogue';

const standard = createCatalogue({ seed: 1, size: DEFAULT_MODEL_COUNT });

describe('the standard catalogue', () => {
  it('has hundreds of models over many providers', () => {
    expect(standard.models.length).toBeGreaterThanOrEqual(400);
    for (const provider of ['anthropic', 'gemini', 'groq', 'mistral', 'openai', 'openrouter']) {
      expect(standard.providers).toContain(provider);
    }
  });

  it('has previews of both kinds among some fifty models of openai', () => {
    const ids = standard.idsOf('openai') ?? [];
    expect(ids.length).toBeGreaterThanOrEqual(40);
    expect(ids.length).toBeLessThanOrEqual(60);
    expect(ids.filter((id) => id.endsWith('-preview')).length).toBeGreaterThan(2);
    expect(ids.filter((id) => /-preview-\d{4}-\d\d-\d\d$/.test(id)).length).toBeGreaterThan(2);
  });

  it('has nested vendors and free variants at openrouter', () => {
    const ids = standard.idsOf('openrouter') ?? [];
    expect(ids).toContain('openrouter/openai/gpt-4o');
    expect(ids.some((id) => id.endsWith(':free'))).toBe(true);
  });
});

describe('any catalogue', () => {
  it.each([1, 7, 100, 442, 443, 10_000])('of %i models has just these, sorted, each once', (size) => {
    const { models, providers, idsOf, find } = createCatalogue({ seed: 1, size });
    const ids = models.map((model) => model.id);
    expect(new Set(ids).size).toBe(size);
    expect(ids).toEqual(ids.toSorted());
    expect(providers.flatMap((provider) => idsOf(provider) ?? []).toSorted()).toEqual(ids);
    expect(models.every((model) => model.id.startsWith(`${model.provider}/`))).toBe(true);
    expect(ids.every((id) => find(id)?.id === id)).toBe(true);
  });

  it('is the same for the same seed, and another for another', () => {
    const idsOf = (seed: number) => createCatalogue({ seed, size: 1_000 }).models;
    expect(idsOf(1)).toEqual(idsOf(1));
    expect(idsOf(1)).not.toEqual(idsOf(2));
  });

  it('knows nothing of other providers and models', () => {
    expect(standard.idsOf('nobody')).toBeNull();
    expect(standard.find('openai/none')).toBeNull();
  });
});
