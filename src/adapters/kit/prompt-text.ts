import type { PromptContribution, PromptSection } from '@/src/core/prompts/prompt-contribution';

/** A part of the system prompt with a fixed text. Of one section, texts with higher priorities come first. */
export function promptText(
  key: string,
  section: PromptSection,
  priority: number,
  text: string,
): PromptContribution {
  return { key, section, priority, content: { type: 'text', text } };
}
