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
    `The page configures which models of an LLM proxy its clients see. Each provider has its own models and two ordered lists of rules: an ignore rule hides the models that it matches, and a whitelist rule keeps those that it matches visible. A hidden model leaves the proxy's list of models, but clients may still use it by name. Tools act on the provider in view, or on the one that the call names: no need to switch.`,
  ),
  promptText(
    'model-filter:precedence',
    'Context',
    490,
    `The whitelist is read first, then the ignore list; the first rule that matches decides, and a model that none matches is visible. So a model that both lists match stays visible, and a whitelist alone hides nothing: "only X" needs the ignore rule "*" as well.`,
  ),
  patternSyntax('model-filter'),
  promptText(
    'model-filter:common-tasks',
    'Instructions',
    490,
    `- Hide preview models: look at the names first. "*-preview" if all end so, "*-preview*" if dates follow, "*preview*" to catch every spelling.
- Allow only GPT-4o: ignore rule "*", then whitelist rule "gpt-4o".
- What is hidden, and by what: the hidden models of the page state name their rule, and "gpt-4o{,-mini}" there stands for gpt-4o and gpt-4o-mini. list_models has names that the state only counts, and other providers' models.
- Several rules at once: look at the effect with preview_rules, say it, then import_rules; mode "merge" unless the old rules are to go.
- All providers: one rule call for each, or one apply_rules with every rule that shall stay (get_model_details without model_id has a provider's rules).
- Only the newest of each family: list the names, choose by version and date, say what you chose and why, preview ignore "*" with those names as whitelist rules in mode "replace", then import them.`,
  ),
  promptText(
    'model-filter:providers',
    'Guidelines',
    510,
    `A request that names no provider is about the one in view; say which that is. If it may mean others as well ("block all preview models", and there are several providers), ask: this one, or all. All, every or everywhere means all.`,
  ),
  promptText(
    'model-filter:saving',
    'Guidelines',
    500,
    `Rules take effect on the page at once, but reach the proxy only when they are saved: by the user, or by save_changes when they ask for it, never unasked. After changing rules, say that they aren't saved yet. If saving finds that others changed the saved rules, tell how they differ and ask before saving over them.`,
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
