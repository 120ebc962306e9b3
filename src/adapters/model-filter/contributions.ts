import type { PromptContribution } from '@/src/core/prompts/prompt-contribution';
import { PATTERN_EXAMPLES } from './pattern-examples';

/** What the assistant is told about model-filter pages (ledger A-186..A-191). Its state comes with the run's user message. */
export const contributions: readonly PromptContribution[] = [
  {
    key: 'model-filter:domain',
    section: 'Context',
    priority: 500,
    content: {
      type: 'text',
      text: `The page configures which models of an LLM proxy its clients see. Each provider has its own models and two ordered lists of rules. An ignore rule hides the models that it matches. A whitelist rule keeps the models that it matches visible, whatever the ignore rules say. Hiding takes a model off the proxy's model list; it doesn't stop clients that ask for it by name. Tools that take a pattern or a model act on the provider that the page shows.`,
    },
  },
  {
    key: 'model-filter:precedence',
    section: 'Context',
    priority: 490,
    content: {
      type: 'text',
      text: `The whitelist is read first, then the ignore list; in each the first matching rule decides, and a model that no rule matches is visible. So a model that both lists match stays visible, and a whitelist by itself hides nothing: "only X" needs the ignore rule "*" as well.`,
    },
  },
  {
    key: 'model-filter:pattern-syntax',
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
  },
  {
    key: 'model-filter:common-tasks',
    section: 'Instructions',
    priority: 490,
    content: {
      type: 'text',
      text: `- Hide preview models: "*-preview" if all names end so, "*-preview*" if dates follow, "*preview*" to catch every spelling. Look at the names first.
- Allow only GPT-4o: ignore rule "*", then whitelist rule "gpt-4o".
- What is hidden, and by what: the hidden models of the page state name their rule. There, "gpt-4o{,-mini}" stands for gpt-4o and gpt-4o-mini.
- Why a model is hidden or visible: explain_model_status.
- What a pattern would catch: get_models_matching_pattern, before adding the rule if in doubt.`,
    },
  },
  {
    key: 'model-filter:saving',
    section: 'Guidelines',
    priority: 500,
    content: {
      type: 'text',
      text: `Rules take effect on the page at once, but reach the proxy only when they are saved: by the person, or by save_changes when they ask for it. Don't save unasked. After changing rules say that they aren't saved yet, and mention unsaved changes before anything that would lose them. Every provider's unsaved rules are kept when the page switches providers, and saving writes all of them.`,
    },
  },
];
