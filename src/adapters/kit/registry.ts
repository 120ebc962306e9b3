/**
 * Every adapter of this build, in the order in which they try to recognize a page; the last one accepts any page. Each
 * bundle has its own registry with a part for each id (`index.ts`, `page-halves.ts`, `background.ts`); a missing entry
 * is a compile error. `npm run new-adapter` adds the entries.
 */
export const ADAPTER_IDS = [
  'model-filter',
  'cli-proxy-api',
  'llm-api-key-proxy',
  'open-webui',
  'new-api',
  'any-page',
] as const;

export type AdapterId = (typeof ADAPTER_IDS)[number];

/** One part of every adapter, by adapter id. */
export type AdapterRegistry<Part> = Readonly<Record<AdapterId, Part>>;

/** The registered parts in the order of {@link ADAPTER_IDS}. */
export function partsInOrder<Part>(registry: AdapterRegistry<Part>): readonly Part[] {
  return ADAPTER_IDS.map((id) => registry[id]);
}
