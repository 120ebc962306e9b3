import type { ManagedPolicy } from '@/src/schema/values/managed-policy';

/** True if the user may let the tool run without an approval. */
export function mayAllow({ mostPermission, askTools }: ManagedPolicy, tool: string): boolean {
  return mostPermission === 'default' && !askTools.includes(tool);
}
