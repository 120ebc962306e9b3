import type { ToolMemory } from '@/src/schema/chat-settings';
import { type SaidText, say } from '@/src/schema/values/said';

/** Sentence about the effect of the chat's tool memory. */
export function toolMemoryEffect({ enabled, forgetAfterConclusions }: ToolMemory): SaidText {
  if (!enabled) return say('chatSettings.toolMemory.always');
  if (forgetAfterConclusions === 0) return say('chatSettings.toolMemory.forgetAtOnce');
  return say('chatSettings.toolMemory.forgetAfter', { count: forgetAfterConclusions });
}
