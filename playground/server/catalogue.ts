import { CATALOGUE_NAMES } from './catalogue-names';

/**
 * One model as the catalogue knows it. `createdS` is in seconds since 1970, as the model list has it; null when nobody
 * says.
 */
export interface CatalogueModel {
  id: string;
  provider: string;
  createdS: number | null;
}

/** Every model of every provider, unfiltered. Ids are `provider/name` and sorted. */
export interface Catalogue {
  /** Sorted. */
  providers: readonly string[];
  models: readonly CatalogueModel[];
  /** Null when there is no such model. */
  find(id: string): CatalogueModel | null;
  /** One provider's ids, sorted; null when there is no such provider. */
  idsOf(provider: string): readonly string[] | null;
}

/** How many models the catalogue has when no other number is asked for. */
export const DEFAULT_MODEL_COUNT = Object.values(CATALOGUE_NAMES).reduce(
  (sum, names) => sum + names.length,
  0,
);

/** The largest catalogue that can be asked for. */
export const MAX_MODEL_COUNT = 100_000;

/**
 * Makes a catalogue of `size` models (1 to {@link MAX_MODEL_COUNT}). The same seed and size always make the same
 * one. A smaller one is an even sample of the known names; a larger one adds dated variants of them.
 */
export function createCatalogue({ seed, size }: { seed: number; size: number }): Catalogue {
  const random = createRandom(seed);
  const ids = chooseIds(size, random).sort();
  const models = ids.map((id) => ({
    id,
    provider: id.slice(0, id.indexOf('/')),
    createdS: FIRST_CREATED_S + Math.floor(random() * CREATED_SPAN_S),
  }));
  return catalogueOf(models);
}

/** The catalogue of these models, which are sorted by id, those of a provider side by side. */
export function catalogueOf(models: readonly CatalogueModel[]): Catalogue {
  const byId = new Map(models.map((model) => [model.id, model]));
  const byProvider = groupByProvider(models);
  return {
    providers: [...byProvider.keys()],
    models,
    find: (id) => byId.get(id) ?? null,
    idsOf: (provider) => byProvider.get(provider) ?? null,
  };
}

const FIRST_CREATED_S = Date.UTC(2023, 0, 1) / 1000;
const CREATED_SPAN_S = 1000 * 24 * 60 * 60;

function chooseIds(size: number, random: () => number): string[] {
  const known = Object.entries(CATALOGUE_NAMES).flatMap(([provider, names]) =>
    names.map((name) => `${provider}/${name}`),
  );
  if (size <= known.length) {
    return Array.from({ length: size }, (_, index) => known[Math.floor((index * known.length) / size)] ?? '');
  }
  const ids = new Set(known);
  for (let at = 0; ids.size < size; at += 1) ids.add(variantOf(known[at % known.length] ?? '', random));
  return [...ids];
}

/** A made-up dated release of a model, keeping a `:free` or the like at its end. */
function variantOf(id: string, random: () => number): string {
  const colon = id.lastIndexOf(':');
  const [stem, tag] = colon < 0 ? [id, ''] : [id.slice(0, colon), id.slice(colon)];
  const date = new Date((FIRST_CREATED_S + Math.floor(random() * CREATED_SPAN_S)) * 1000).toISOString();
  const day = date.slice(0, 10);
  const releases = [`-${day}`, `-${day.replaceAll('-', '')}`, `-preview-${day}`, `-exp-${day.slice(5)}`];
  return stem + (releases[Math.floor(random() * releases.length)] ?? '') + tag;
}

function groupByProvider(models: readonly CatalogueModel[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { id, provider } of models) {
    const ids = groups.get(provider);
    if (ids === undefined) groups.set(provider, [id]);
    else ids.push(id);
  }
  return groups;
}

/** Numbers from 0 to below 1 that a 32-bit seed fixes: a linear congruence whose high bits are taken. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
