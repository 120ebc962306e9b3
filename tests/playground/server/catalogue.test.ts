import { describe, expect, it } from 'vitest';
import {
  CATALOGUE_PROVIDERS,
  COMMON_MODEL_COUNT,
  createCatalogue,
  DEFAULT_MODEL_COUNT,
  MAX_MODEL_COUNT,
} from '@/playground/server/catalogue';
import { matchesModel } from '@/tests/fakes/matches-model';

const standard = createCatalogue({ seed: 1, size: DEFAULT_MODEL_COUNT });

describe('the standard catalogue', () => {
  it('has hundreds of models of many providers', () => {
    expect(standard.listed.length).toBeGreaterThanOrEqual(400);
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
    for (const tag of [':free', ':beta', ':thinking']) {
      expect(ids.some((id) => id.endsWith(tag))).toBe(true);
    }
    expect(ids).toContain('openrouter/openrouter/auto');
  });

  it('has every provider, and no model twice', () => {
    expect(standard.providers).toEqual(CATALOGUE_PROVIDERS);
    expect(standard.listed).toHaveLength(DEFAULT_MODEL_COUNT);
  });

  it.each([..."*?[]@+#,$'\\ ()é’通🧪M"])('has a name with %j at the custom provider', (sign) => {
    expect(standard.idsOf('custom_lab')?.some((id) => id.includes(sign))).toBe(true);
  });

  it('has for each name that looks like a pattern another one that only the pattern matches', () => {
    const ids = standard.idsOf('custom_lab') ?? [];
    for (const [odd, meant] of [
      ['any*', 'anything'],
      ['which?', 'which1'],
      ['model[0-9]', 'model7'],
    ] as const) {
      expect(ids).toContain(`custom_lab/${odd}`);
      expect(ids.filter((id) => matchesModel(odd, id))).toContain(`custom_lab/${meant}`);
    }
  });
});

describe('a small catalogue', () => {
  it.each([1, 10, 400, COMMON_MODEL_COUNT])('of %i models has only common names', (size) => {
    const { providers } = createCatalogue({ seed: 1, size });
    expect(providers).not.toContain('custom_lab');
  });
});

describe('a catalogue of one provider', () => {
  it.each(CATALOGUE_PROVIDERS)('has as many models as requested: %s', (provider) => {
    for (const size of [1, 3, 1_000]) {
      const { providers, listed } = createCatalogue({ seed: 1, size, provider });
      expect(providers).toEqual([provider]);
      expect(new Set(listed.map(({ id }) => id)).size).toBe(size);
    }
  });

  it('has as many as requested even if few names are known', () => {
    const { listed } = createCatalogue({ seed: 1, size: MAX_MODEL_COUNT, provider: 'gemini_cli' });
    expect(new Set(listed.map(({ id }) => id)).size).toBe(MAX_MODEL_COUNT);
  });

  it('is spread over many vendors in long lists', () => {
    const { listed } = createCatalogue({ seed: 1, size: 10_000, provider: 'openrouter' });
    const vendors = new Set(listed.map(({ id }) => id.split('/')[1]));
    expect(vendors.size).toBeGreaterThan(20);
  });
});

describe('any catalogue', () => {
  it.each([
    1,
    7,
    100,
    COMMON_MODEL_COUNT,
    COMMON_MODEL_COUNT + 1,
    DEFAULT_MODEL_COUNT,
    DEFAULT_MODEL_COUNT + 1,
    10_000,
  ])('of %i models has exactly these, none twice, and each provider’s sorted', (size) => {
    const { listed, providers, idsOf } = createCatalogue({ seed: 1, size });
    const ids = listed.map((model) => model.id);
    expect(ids).toHaveLength(size);
    expect(new Set(ids).size).toBe(size);
    for (const provider of providers) expect(idsOf(provider)).toEqual(idsOf(provider)?.toSorted());
    expect(providers.flatMap((provider) => idsOf(provider) ?? []).toSorted()).toEqual(ids.toSorted());
    expect(listed.every((model) => model.id.startsWith(`${model.provider}/`))).toBe(true);
  });

  it('is the same for the same seed, and different for another', () => {
    const idsOf = (seed: number) => createCatalogue({ seed, size: 1_000 }).listed;
    expect(idsOf(1)).toEqual(idsOf(1));
    expect(idsOf(1)).not.toEqual(idsOf(2));
  });

  it('lists the models of each provider together, in an order of the provider’s own', () => {
    const ids = standard.listed.map(({ id }) => id);
    const providers = standard.listed.map(({ provider }) => provider);
    expect(providers).toEqual(providers.toSorted());
    expect(ids).not.toEqual(ids.toSorted());
  });

  it('finds no unknown providers', () => {
    expect(standard.idsOf('nobody')).toBeNull();
  });
});
