import { type Catalogue, type CatalogueModel, catalogueOf } from './catalogue';
import type { Upstream } from './upstream/upstream';
import { UPSTREAM_PREFIX, UPSTREAM_PROVIDER } from './upstream/upstream-settings';

/**
 * All models that rules apply to: those of the catalogue, and those of the upstream, which is requested each
 * time. Methods that request the upstream reject with UpstreamError if it returns no list.
 */
export interface ModelSource {
  /** Sorted. Known without a request to the upstream. */
  providers: readonly string[];
  readAll(): Promise<Catalogue>;
  /**
   * A provider's ids, sorted; null if there is no such provider. Requests the upstream for its own provider
   * only.
   */
  idsOf(provider: string): Promise<readonly string[] | null>;
  /** Null if there is no such model. Requests the upstream for its own models only. */
  find(id: string): Promise<CatalogueModel | null>;
}

/** The models of a catalogue and, if there is one, of an upstream. */
export function createModelSource(catalogue: Catalogue, upstream: Upstream | null): ModelSource {
  if (upstream === null) {
    return {
      providers: catalogue.providers,
      readAll: async () => catalogue,
      idsOf: async (provider) => catalogue.idsOf(provider),
      find: async (id) => catalogue.find(id),
    };
  }
  const readUpstream = async () => catalogueOf(await listUpstream(upstream));
  return {
    providers: [...catalogue.providers, UPSTREAM_PROVIDER].sort(),
    async readAll() {
      return catalogueOf([...catalogue.listed, ...(await listUpstream(upstream))]);
    },
    async idsOf(provider) {
      if (provider !== UPSTREAM_PROVIDER) return catalogue.idsOf(provider);
      // An upstream without models still counts as a provider.
      return (await readUpstream()).idsOf(provider) ?? [];
    },
    find: async (id) =>
      id.startsWith(UPSTREAM_PREFIX) ? (await readUpstream()).find(id) : catalogue.find(id),
  };
}

async function listUpstream(upstream: Upstream): Promise<CatalogueModel[]> {
  const ids = await upstream.listModels();
  return ids.map((id) => ({ id: UPSTREAM_PREFIX + id, provider: UPSTREAM_PROVIDER }));
}
