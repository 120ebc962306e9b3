import type { NamedPartKind } from '@/src/core/adapter/adapter-definition';
import { visibleJson } from '@/src/core/text/visible-json';
import { type Said, say } from '@/src/schema/values/said';
import { memberNames } from '../kit/member-names';
import { nameText } from '../kit/plain-names';
import {
  decideModels,
  isVisible,
  matchingModels,
  matchingRules,
  type RuleReference,
} from '../kit/rules/decide-models';
import { modelName } from '../kit/rules/matcher';
import { RULE_KINDS, rulesOf } from '../kit/rules/provider-rules';
import { encodeContext } from './encode-context';
import { loadedModels, type ModelFilterContext } from './model-filter-context';

/** Providers, rules as `provider/pattern`, and models by their ids. */
export const namedParts: Readonly<Record<string, NamedPartKind<ModelFilterContext>>> = {
  provider: {
    list: ({ providers }) => providers.map((name) => ({ name })),
    text(context, provider) {
      if (!context.providers.includes(provider)) return null;
      // The state as the page would show it with this provider in view, without search and highlight.
      const highlight = { rule: null, models: [] };
      const shown = { ...context, provider, search: '', highlight, loading: false, error: null };
      return encodeContext(shown, Number.POSITIVE_INFINITY);
    },
  },
  rule: {
    list: (context) => rulesIn(context).map(({ name, kind }) => ({ name, note: RULES[kind] })),
    text(context, name) {
      const rules = rulesIn(context).filter((rule) => rule.name === name);
      return rules.length === 0 ? null : rules.flatMap((rule) => ruleLines(context, rule)).join('\n');
    },
  },
  model: {
    list: (context) => Object.keys(context.models).flatMap((provider) => modelsOf(context, provider)),
    text(context, id) {
      const provider = Object.keys(context.models).find((name) => loadedModels(context, name)?.includes(id));
      return provider === undefined ? null : modelLines(context, provider, id).join('\n');
    },
  },
};

const RULES = {
  ignore: say('model-filter.part.ignoreRule'),
  whitelist: say('model-filter.part.whitelistRule'),
} as const;
const VISIBLE = say('model-filter.part.visible');
const HIDDEN = say('model-filter.part.hidden');

interface NamedRule extends RuleReference {
  name: string;
  provider: string;
}

/** The rules of all providers. A pattern in both lists of a provider has two rules of the same name. */
function rulesIn({ drafts }: ModelFilterContext): NamedRule[] {
  return memberNames(drafts).flatMap((provider) =>
    RULE_KINDS.flatMap((kind) =>
      rulesOf(drafts, provider)[kind].map((pattern, index) => ({
        name: `${provider}/${pattern}`,
        provider,
        kind,
        pattern,
        index,
      })),
    ),
  );
}

function ruleLines(context: ModelFilterContext, { provider, kind, pattern, index }: NamedRule): string[] {
  const { length } = rulesOf(context.drafts, provider)[kind];
  const head = `${kind} rule ${visibleJson(pattern)} of ${nameText(provider)}, number ${index + 1} of ${length}`;
  const models = loadedModels(context, provider);
  if (models === null) return [head, 'models: not loaded'];
  const matching = matchingModels(decideModels(models, rulesOf(context.drafts, provider)), pattern);
  return [
    head,
    `matches ${matching.length} of ${models.length} models${matching.length === 0 ? '' : ':'}`,
    ...matching.map(({ name, status, rule }) => {
      const isDecided = rule?.kind === kind && rule.index === index;
      return `${nameText(name)} ${isVisible(status) ? 'visible' : 'hidden'}${isDecided ? '' : ', decided by another rule'}`;
    }),
  ];
}

function modelsOf(context: ModelFilterContext, provider: string): { name: string; note: Said }[] {
  const decided = decideModels(loadedModels(context, provider) ?? [], rulesOf(context.drafts, provider));
  return decided.map(({ id, status }) => ({ name: id, note: isVisible(status) ? VISIBLE : HIDDEN }));
}

function modelLines(context: ModelFilterContext, provider: string, id: string): string[] {
  const rules = rulesOf(context.drafts, provider);
  const [model] = decideModels([id], rules);
  const matching = matchingRules(id, rules);
  return [
    `${nameText(modelName(id))} of ${nameText(provider)}: ${model !== undefined && isVisible(model.status) ? 'visible' : 'hidden'}`,
    ...(matching.length === 0 ? ['no rule matches'] : ['rules that match, the first decides:']),
    ...matching.map(({ kind, pattern }) => `${kind} ${visibleJson(pattern)}`),
  ];
}
