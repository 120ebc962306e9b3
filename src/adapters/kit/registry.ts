/**
 * Every adapter of this build, in the order in which pages are tried; the last one takes any page. Each bundle has its own
 * registry with a part for each id (`index.ts`, `page-halves.ts`, `background.ts`); one without an
 * entry doesn't compile. `npm run new-adapter` adds them.
 */
export const ADAPTER_IDS = [
  'model-filter',
  'cli-proxy-api',
  'llm-api-key-proxy',
  'open-webui',
  'any-page',
] as const;

export type AdapterId = (typeof ADAPTER_IDS)[number];

/** A part of every adapter, by its id. */
export type AdapterRegistry<Part> = Readonly<Record<AdapterId, Part>>;

/** The registered parts in the order of {@link ADAPTER_IDS}. */
export function partsInOrder<Part>(registry: AdapterRegistry<Part>): readonly Part[] {
  return ADAPTER_IDS.map((id) => registry[id]);
}
