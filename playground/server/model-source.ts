import { type Catalogue, type CatalogueModel, catalogueOf } from './catalogue';
import type { Upstream } from './upstream/upstream';
import { UPSTREAM_PREFIX, UPSTREAM_PROVIDER } from './upstream/upstream-settings';

/**
 * All models that rules apply to: those of the catalogue and those of the upstream, which is queried each time. Methods
 * that query the upstream reject with UpstreamError if it returns no list.
 */
export interface ModelSource {
  /** Sorted. Known without a request to the upstream. */
  providers: readonly string[];
  readAll(): Promise<Catalogue>;
  /**
   * A provider's ids, sorted; null for an unknown provider. Queries the upstream only for the upstream's own provider.
   */
  idsOf(provider: string): Promise<readonly string[] | null>;
}

/** Creates the source from a catalogue and an optional upstream. */
export function createModelSource(catalogue: Catalogue, upstream: Upstream | null): ModelSource {
  const readUpstream = async (): Promise<CatalogueModel[]> =>
    ((await upstream?.listModels()) ?? []).map((id) => ({
      id: UPSTREAM_PREFIX + id,
      provider: UPSTREAM_PROVIDER,
    }));
  return {
    providers: [...catalogue.providers, ...(upstream === null ? [] : [UPSTREAM_PROVIDER])].sort(),
    readAll: async () =>
      upstream === null ? catalogue : catalogueOf([...catalogue.listed, ...(await readUpstream())]),
    async idsOf(provider) {
      if (upstream === null || provider !== UPSTREAM_PROVIDER) return catalogue.idsOf(provider);
      // An upstream without models still counts as a provider.
      return catalogueOf(await readUpstream()).idsOf(provider) ?? [];
    },
  };
}
