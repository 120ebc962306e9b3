import type { ModelInfo } from './ai-service';

interface ModelEntry {
  id: string;
  /** The id without its group's name, which is shown above it. */
  shortName: string;
}

/** Models with the same first part of their ids. `name` is null for ids without a slash. */
export interface ModelGroup {
  name: string | null;
  models: ModelEntry[];
}

/**
 * Groups models by the first part of their ids: `router/maker/large` is `maker/large` of `router`. Groups are
 * in the order of their first model, models in the endpoint's order, each id once.
 *
 * Ids without a slash share one group without a name. They are not grouped by owner: the owners that
 * endpoints report (`system`, `library`, the server's own name) don't help a user.
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

/** The models whose ids contain every word of the filter, ignoring case. */
export function filterModels(models: readonly ModelInfo[], filter: string): ModelInfo[] {
  const words = filter.toLowerCase().split(/\s+/);
  return models.filter(({ id }) => words.every((word) => id.toLowerCase().includes(word)));
}
