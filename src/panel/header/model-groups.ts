import type { ModelInfo } from '@/src/core/llm/ai-service';

/** Models under the first part of their ids; `name` null holds those whose id has none. */
export interface ModelGroup {
  name: string | null;
  ids: string[];
}

/** Groups models by id prefix (ledger A-142), in the order in which the endpoint names each group first. */
export function modelGroups(models: readonly ModelInfo[]): ModelGroup[] {
  const groups = new Map<string | null, string[]>();
  for (const id of new Set(models.map((model) => model.id))) {
    const slash = id.indexOf('/');
    const name = slash > 0 ? id.slice(0, slash) : null;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [id]);
    else group.push(id);
  }
  return [...groups].map(([name, ids]) => ({ name, ids }));
}
