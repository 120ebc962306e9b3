import { CATALOGUE_NAMES } from './catalogue-names';
import { FURTHER_NAMES } from './further-names';

/** A model of the catalogue. */
export interface CatalogueModel {
  id: string;
  provider: string;
}

/** All models of all providers, unfiltered. Ids are `provider/name`. */
export interface Catalogue {
  /** Sorted by code units. */
  providers: readonly string[];
  /** In the arbitrary order in which providers list them. A model may be listed twice. */
  listed: readonly CatalogueModel[];
  /** A provider's ids, sorted; null for an unknown provider. */
  idsOf(provider: string): readonly string[] | null;
}

const FIRST_IDS = idsFrom(CATALOGUE_NAMES);
const KNOWN_IDS = [...FIRST_IDS, ...idsFrom(FURTHER_NAMES)];

/** Number of models with names that most proxies list. A catalogue of at most this size contains no others. */
export const COMMON_MODEL_COUNT = FIRST_IDS.length;

/** Default size of the catalogue. */
export const DEFAULT_MODEL_COUNT = KNOWN_IDS.length;

/** All providers that a catalogue can have, sorted. */
export const CATALOGUE_PROVIDERS: readonly string[] = [...new Set(KNOWN_IDS.map(providerOf))].sort();

/** Largest size of a catalogue. */
export const MAX_MODEL_COUNT = 100_000;

/** Options of a catalogue. Equal options create equal catalogues. */
export interface CatalogueOptions {
  /** A non-negative integer. */
  seed: number;
  /** Number of models, 1 to {@link MAX_MODEL_COUNT}. */
  size: number;
  /**
   * One of {@link CATALOGUE_PROVIDERS}, whose models alone are listed. By default, models are spread over all
   * providers.
   */
  provider?: string;
}

/**
 * Creates a catalogue. A small one is an even sample of common names; a large one adds dated variants of the known
 * names.
 */
export function createCatalogue({ seed, size, provider }: CatalogueOptions): Catalogue {
  const random = createRandom(seed);
  const isWanted = (id: string) => provider === undefined || providerOf(id) === provider;
  const ids = chooseIds(
    size,
    { first: FIRST_IDS.filter(isWanted), known: KNOWN_IDS.filter(isWanted) },
    random,
  );
  const placed = ids.sort().map((id) => ({ model: { id, provider: providerOf(id) }, place: random() }));
  const listed = placed
    .sort(
      (left, right) => compareTexts(left.model.provider, right.model.provider) || left.place - right.place,
    )
    .map(({ model }) => model);
  return catalogueOf(listed);
}

/** Creates a catalogue of these models, listed in this order. */
export function catalogueOf(listed: readonly CatalogueModel[]): Catalogue {
  const byId = new Map(listed.map((model) => [model.id, model]));
  const byProvider = new Map<string, string[]>();
  for (const { id, provider } of [...byId.values()].sort((left, right) => compareTexts(left.id, right.id))) {
    const ids = byProvider.get(provider) ?? [];
    ids.push(id);
    byProvider.set(provider, ids);
  }
  return {
    providers: [...byProvider.keys()].sort(),
    listed,
    idsOf: (provider) => byProvider.get(provider) ?? null,
  };
}

/** Compares by code units, as `sort` without a function does. */
function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

const FIRST_RELEASE_MS = Date.UTC(2023, 0, 1);
const RELEASE_SPAN_MS = 1000 * 24 * 60 * 60 * 1000;

function chooseIds(
  size: number,
  { first, known }: { first: readonly string[]; known: readonly string[] },
  random: () => number,
): string[] {
  if (size <= first.length) {
    return Array.from({ length: size }, (_, index) => first[Math.floor((index * first.length) / size)] ?? '');
  }
  const ids = new Set(known.slice(0, size));
  for (let at = 0; ids.size < size; at += 1) {
    const made = variantOf(known[at % known.length] ?? '', random);
    // A few names have fewer possible dates than needed.
    ids.add(ids.has(made) ? `${made}-build.${at}` : made);
  }
  return [...ids];
}

/** A made-up dated release of a model; keeps a suffix like `:free`. */
function variantOf(id: string, random: () => number): string {
  const colon = id.lastIndexOf(':');
  const [stem, tag] = colon < 0 ? [id, ''] : [id.slice(0, colon), id.slice(colon)];
  const date = new Date(FIRST_RELEASE_MS + Math.floor(random() * RELEASE_SPAN_MS)).toISOString();
  const day = date.slice(0, 10);
  const releases = [`-${day}`, `-${day.replaceAll('-', '')}`, `-preview-${day}`, `-exp-${day.slice(5)}`];
  return stem + (releases[Math.floor(random() * releases.length)] ?? '') + tag;
}

function idsFrom(names: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(names).flatMap(([provider, own]) => own.map((name) => `${provider}/${name}`));
}

function providerOf(id: string): string {
  return id.slice(0, id.indexOf('/'));
}

/**
 * Creates a generator of pseudo-random numbers in [0, 1) from a 32-bit seed: the high bits of a linear congruential
 * generator.
 */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
