import type { PromptContribution } from '@/src/core/prompts/prompt-contribution';

/** An example of the pattern syntax in the prompt. A test checks each example against the matcher. */
interface PatternExample {
  pattern: string;
  matches: string;
  misses: string;
}

export const PATTERN_EXAMPLES: readonly PatternExample[] = [
  { pattern: 'gpt-4', matches: 'openai/gpt-4', misses: 'openai/gpt-4-turbo' },
  { pattern: 'gpt-4*', matches: 'openai/gpt-4-turbo', misses: 'openrouter/openai/gpt-4o' },
  { pattern: '*/gpt-4*', matches: 'openrouter/openai/gpt-4o', misses: 'openai/o1' },
  { pattern: 'openai/gpt-4*', matches: 'openrouter/openai/gpt-4o', misses: 'openrouter/azure/gpt-4o' },
  { pattern: '*-preview', matches: 'openai/o1-preview', misses: 'openai/o1-preview-2024' },
  { pattern: '*preview*', matches: 'openai/preview-2024', misses: 'openai/o1' },
];

/** The system prompt part on the patterns that `createMatcher` takes. Its key begins with the adapter's id. */
export function patternSyntax(adapterId: string): PromptContribution {
  return {
    key: `${adapterId}:pattern-syntax`,
    section: 'Instructions',
    priority: 500,
    content: {
      type: 'data',
      data: { examples: PATTERN_EXAMPLES.map((example) => ({ ...example })) },
      template: `A pattern has to fit a model's whole name (what follows the first / of its id) or its whole id. Case matters. * is any text, also none and also slashes; ? is one character; [35] or [0-9] is one of a set, [!4] one that is not in it; [*], [?] and [[] stand for *, ? and [ themselves. There are no commas in a pattern: add one rule for each.
{% for example in examples %}
- {{ example.pattern }} matches {{ example.matches }}, not {{ example.misses }}
{% endfor %}`,
    },
  };
}
