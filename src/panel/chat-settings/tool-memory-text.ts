import type { ToolMemory } from '@/src/core/records/chat';

/** The effect of the chat's tool memory. */
export function toolMemoryText({ enabled, forgetAfterConclusions }: ToolMemory): string {
  if (!enabled) return 'Always remember';
  if (forgetAfterConclusions === 0) return 'forget immediately';
  return forgetAfterConclusions === 1
    ? 'forget after 1 turn'
    : `forget after ${forgetAfterConclusions} turns`;
}
