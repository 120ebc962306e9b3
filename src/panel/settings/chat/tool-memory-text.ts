import type { ToolMemory } from '@/src/schema/chat-settings';
import { i18n } from '@/src/texts/i18n';

/** Sentence about the effect of the chat's tool memory. */
export function toolMemoryText({ enabled, forgetAfterConclusions }: ToolMemory): string {
  if (!enabled) return i18n.t('chatSettings.toolMemory.always');
  if (forgetAfterConclusions === 0) return i18n.t('chatSettings.toolMemory.forgetAtOnce');
  return i18n.t('chatSettings.toolMemory.forgetAfter', { count: forgetAfterConclusions });
}
