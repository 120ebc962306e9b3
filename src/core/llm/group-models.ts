import type { ModelInfo } from './ai-service';

/** A model in the list. */
export interface ModelEntry {
  id: string;
  /** The id without its group's name, which stands above it. */
  shortName: string;
}

/** Models under the first part of their ids; `name` null holds those whose id has none. */
export interface ModelGroup {
  name: string | null;
  models: ModelEntry[];
}

/**
 * Groups models by the first part of their ids (ledger A-142): `router/maker/large` is `maker/large` of `router`.
 * Groups stand in the order in which the endpoint names each first, models in its order, each id once.
 *
 * Ids without such a part stand together without a name, and are not grouped by their owner: what endpoints say there
 * (`system`, `library`, the server's own name) tells a user nothing.
 */
export function groupModels(models: readonly ModelInfo[]): ModelGroup[] {
  const groups = new Map<string | null, ModelEntry[]>();
  for (const id of new Set(models.map((model) => model.id))) {
    const slash = id.indexOf('/');
    const name = slash > 0 && slash < id.length - 1 ? id.slice(0, slash) : null;
    const entry = { id, shortName: name === null ? id : id.slice(slash + 1) };
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [entry]);
    else group.push(entry);
  }
  return [...groups].map(([name, entries]) => ({ name, models: entries }));
}

/** The models whose id has every word of the filter in it, whatever its case. */
export function filterModels(models: readonly ModelInfo[], filter: string): ModelInfo[] {
  const words = filter.toLowerCase().split(/\s+/);
  return models.filter(({ id }) => words.every((word) => id.toLowerCase().includes(word)));
}
