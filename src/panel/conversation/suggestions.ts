import type { PageLine } from '@/src/core/adapter/adapter-definition';

const MAX_SUGGESTIONS = 3;

/** Up to three suggested messages, derived from the page's facts. */
export function suggestions({ facts, unsaved }: PageLine): string[] {
  const models = amount(facts, 'models');
  const hidden = amount(facts, 'hidden');
  return [
    ...(unsaved ? ['What is not saved yet?'] : []),
    ...(models > 0 ? ['Block preview models'] : []),
    ...(hidden > 0 ? [`Which rules hide the ${hidden} hidden models?`] : []),
    ...(models > 0 && hidden === 0 ? ['Which models are visible?'] : []),
    'Summarize this page',
  ].slice(0, MAX_SUGGESTIONS);
}

/** The number before a word in facts such as `7 hidden`; 0 if there is none. */
function amount(facts: readonly string[], word: string): number {
  for (const fact of facts) {
    const [, digits] = new RegExp(`^([\\d.,\\s]+) ${word}$`).exec(fact) ?? [];
    if (digits !== undefined) return Number(digits.replace(/\D/g, ''));
  }
  return 0;
}
