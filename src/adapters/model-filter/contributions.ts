import type { AdapterContribution } from '@/src/core/prompts/prompt-contribution';
import { promptText } from '../kit/prompt-text';
import { patternSyntax } from '../kit/rules/pattern-syntax';
import { type ModelFilterContext, unsavedProviders } from './model-filter-context';

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
  patternSyntax('model-filter'),
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
