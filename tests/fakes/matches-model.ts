import { compilePattern } from '@/playground/filter/matcher';

/** Whether a rule's pattern matches a model: its whole id, or its name, which is what follows the id's first `/`. */
export function matchesModel(pattern: string, modelId: string): boolean {
  const matches = compilePattern(pattern);
  return matches(modelId) || matches(modelId.slice(modelId.indexOf('/') + 1));
}
