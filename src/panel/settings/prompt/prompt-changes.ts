import { memberOf } from '@/src/core/json-values';
import type { PromptSettings } from '@/src/schema/chat-settings';

/** The user's changes of the prompt, with this text for a part; null restores the part's original text. */
export function withOverride(prompt: PromptSettings, key: string, text: string | null): PromptSettings {
  const others = Object.entries(prompt.overrides).filter(([name]) => name !== key);
  return { ...prompt, overrides: Object.fromEntries(text === null ? others : [...others, [key, text]]) };
}

export function withExclusion(prompt: PromptSettings, key: string, isLeftOut: boolean): PromptSettings {
  const others = prompt.exclusions.filter((name) => name !== key);
  return { ...prompt, exclusions: isLeftOut ? [...others, key] : others };
}

/** The user's text for a part; null if they wrote none. */
export function overrideOf({ overrides }: PromptSettings, key: string): string | null {
  return memberOf(overrides, key);
}

/** The same changes in a fixed order, for comparison. The order has no effect on the prompt. */
export function ordered({ baseTemplate, overrides, exclusions }: PromptSettings): PromptSettings {
  return {
    baseTemplate,
    overrides: Object.fromEntries(Object.entries(overrides).sort()),
    exclusions: [...exclusions].sort(),
  };
}

export function isBuiltIn({ baseTemplate, overrides, exclusions }: PromptSettings): boolean {
  return baseTemplate === null && Object.keys(overrides).length === 0 && exclusions.length === 0;
}

export const NO_CHANGES: PromptSettings = { baseTemplate: null, overrides: {}, exclusions: [] };

/**
 * Initial text of a replacement: the part's original text, or, if a template would interpret that as markup, the variable that stands for
 * it.
 */
export function firstOverride(ownText: string): string {
  return /\{[{%#]/.test(ownText) ? '{{ content }}' : ownText;
}
