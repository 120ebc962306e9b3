import type { AdapterContribution } from '@/src/core/prompts/prompt-contribution';
import { promptText } from '../kit/prompt-text';
import { type ModelFilterContext, unsavedProviders } from './model-filter-context';

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

/** System prompt parts for model-filter pages. The page's state is sent with the user's message instead. */
export const contributions: readonly AdapterContribution<ModelFilterContext>[] = [
  promptText(
    'model-filter:domain',
    'Context',
    500,
    `The page configures which models of an LLM proxy its clients see. Each provider has its own models and two ordered lists of rules. An ignore rule hides the models that it matches. A whitelist rule keeps the models that it matches visible, whatever the ignore rules say. Hiding takes a model off the proxy's model list; it doesn't stop clients that ask for it by name. Tools act on the provider that the page shows, or on another one that the call names; it need not be brought into view for that.`,
  ),
  promptText(
    'model-filter:precedence',
    'Context',
    490,
    `The whitelist is read first, then the ignore list; in each the first matching rule decides, and a model that no rule matches is visible. So a model that both lists match stays visible, and a whitelist by itself hides nothing: "only X" needs the ignore rule "*" as well.`,
  ),
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
  promptText(
    'model-filter:common-tasks',
    'Instructions',
    490,
    `- Hide preview models: "*-preview" if all names end so, "*-preview*" if dates follow, "*preview*" to catch every spelling. Look at the names first.
- Allow only GPT-4o: ignore rule "*", then whitelist rule "gpt-4o".
- What is hidden, and by what: the hidden models of the page state name their rule. There, "gpt-4o{,-mini}" stands for gpt-4o and gpt-4o-mini. Names that the state only counts, and those of other providers: list_models; rules: list_rules.
- Why a model is hidden or visible: explain_model_status.
- What a pattern would catch: get_models_matching_pattern, before adding the rule if in doubt.
- Several rules at once: look at the effect with preview_rules, say it, then import_rules; mode "merge" unless the old rules are to go.
- The same for all providers: one rule call for each provider; or, if whole rule sets change, one apply_rules with every rule that shall stay (get_model_details without model_id tells a provider's rules).
- Only the newest of each family: list the names, choose by version and date, say what you chose and why, preview ignore "*" with those names as whitelist rules in mode "replace", then import them.`,
  ),
  promptText(
    'model-filter:providers',
    'Guidelines',
    510,
    `A request that names no provider is about the one in view, and your answer says which that is. If it may mean others as well ("block all preview models", and there are several providers), ask: this one, or all. If they say all, every or everywhere, do it for all. Never choose one of several silently.`,
  ),
  promptText(
    'model-filter:saving',
    'Guidelines',
    500,
    `Rules take effect on the page at once, but reach the proxy only when they are saved: by the user, or by save_changes when they ask for it. Don't save unasked. After changing rules say that they aren't saved yet. If saving finds that somebody else changed the saved rules, tell how they differ and ask before saving over them.`,
  ),
  {
    ...promptText(
      'model-filter:pending',
      { custom: 'Unsaved changes' },
      500,
      `When the user wrote, the page already had unsaved changes; the page's state names their providers. They may be the user's own. Saving writes all of them, and discarding or replacing rules loses them: before either, say what it takes along that the user didn't mention.`,
    ),
    holdsIn: (context) => unsavedProviders(context).length > 0,
  },
];
