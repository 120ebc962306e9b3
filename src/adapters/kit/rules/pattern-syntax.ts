import type { PromptContribution } from '@/src/core/prompts/prompt-contribution';

/** An example of the pattern syntax in the prompt. A test checks each example against the matcher. */
interface PatternExample {
  pattern: string;
  matches: string[];
  misses: string[];
  remark: string;
}

export const PATTERN_EXAMPLES: readonly PatternExample[] = [
  {
    pattern: 'gpt-4',
    matches: ['openai/gpt-4'],
    misses: ['openai/gpt-4-turbo'],
    remark: 'without wildcards only the exact name or id',
  },
  {
    pattern: 'gpt-4*',
    matches: ['openai/gpt-4', 'openai/gpt-4-turbo'],
    misses: ['openrouter/openai/gpt-4o'],
    remark: '* is any text, also none; here at the end',
  },
  {
    pattern: '*preview*',
    matches: ['openai/o1-preview', 'openai/preview-2024'],
    misses: ['openai/o1'],
    remark: 'anywhere',
  },
  {
    pattern: '*-preview',
    matches: ['openai/o1-preview'],
    misses: ['openai/o1-preview-2024'],
    remark: 'only at the end',
  },
  {
    pattern: 'gpt-4?',
    matches: ['openai/gpt-4o'],
    misses: ['openai/gpt-4', 'openai/gpt-4.1'],
    remark: '? is exactly one character',
  },
  {
    pattern: 'gpt-[35]*',
    matches: ['openai/gpt-3.5', 'openai/gpt-5'],
    misses: ['openai/gpt-4'],
    remark: 'one character of a set; ranges like [0-9] too',
  },
  {
    pattern: 'gpt-[!4]*',
    matches: ['openai/gpt-5'],
    misses: ['openai/gpt-4'],
    remark: 'one character that is not in the set',
  },
  {
    pattern: '*/gpt-4*',
    matches: ['openrouter/openai/gpt-4o', 'openai/gpt-4'],
    misses: ['openai/o1'],
    remark: '* crosses slashes, so this reaches every vendor',
  },
  {
    pattern: 'openai/gpt-4*',
    matches: ['openrouter/openai/gpt-4o', 'openai/gpt-4'],
    misses: ['openrouter/azure/gpt-4o'],
    remark: 'the models of one nested vendor',
  },
  {
    pattern: '[[]beta]*',
    matches: ['openai/[beta]-chat'],
    misses: ['openai/beta-chat'],
    remark: 'there is no escape sign: [*], [?] and [[] stand for *, ? and [ themselves',
  },
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
      template: `A pattern is compared with a model's name (what follows the first / of its id) and with its full id, and has to fit one of them from end to end. Case matters. There are no commas in a pattern: add one rule for each.
{% for example in examples %}
- {{ example.pattern }} matches {{ example.matches | join(', ') }}; not {{ example.misses | join(', ') }} ({{ example.remark }})
{% endfor %}`,
    },
  };
}
