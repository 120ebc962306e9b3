import { compilePattern } from '@/playground/filter/matcher';

/**
 * True if a rule's pattern matches a model's whole id, or its name, which is the part after the id's first
 * `/`.
 */
export function matchesModel(pattern: string, modelId: string): boolean {
  const matches = compilePattern(pattern);
  return matches(modelId) || matches(modelId.slice(modelId.indexOf('/') + 1));
}
