import type { PromptContribution, PromptSection } from '@/src/core/prompts/prompt-contribution';

/** Creates a contribution with a fixed text. Within a section, texts with higher priorities come first. */
export function promptText(
  key: string,
  section: PromptSection,
  priority: number,
  text: string,
): PromptContribution {
  return { key, section, priority, content: { type: 'text', text } };
}
