import { type DecidedModel, decideModels, isVisible } from '../model-filter/decide-models';
import { type RuleKind, type RulesByProvider, rulesOf } from '../model-filter/model-filter-context';
import { type LlmProxyContext, providerOfId } from './proxy-context';

/** The decision of the saved rules about a model that clients get at present. */
export interface ListedModel extends DecidedModel {
  /** The providers whose lists were read, null if there is no such list. They may differ. */
  lists: Readonly<Record<RuleKind, string | null>>;
  /**
   * False if the server may read the list of another provider: it then falls back to the one whose account offers the model,
   * and no API names that one.
   */
  isCertain: boolean;
}

/** These two stand in for each other if one has no list. */
const STAND_INS: ReadonlyMap<string, string> = new Map([
  ['google', 'gemini'],
  ['gemini', 'google'],
]);

/**
 * The saved rules' decision on each listed model, in their order: what clients get after the next restart. As the server
 * does it, each of the two lists is chosen by itself: that of the provider before the id's first `/`; else that of the
 * provider which was asked for its models, usually the same one; else that of its stand-in. Throws `too-complex` if
 * deciding exceeds the step budget.
 */
export function decideListed(context: LlmProxyContext): readonly ListedModel[] {
  const known = decisions.get(context) ?? decide(context);
  decisions.set(context, known);
  return known;
}

/** Decisions by context: page line, context and previews of one reading need the same ones. */
const decisions = new WeakMap<LlmProxyContext, readonly ListedModel[]>();

function decide({ models, filters, providers }: LlmProxyContext): ListedModel[] {
  const groups = new Map<string, { lists: ListedModel['lists']; ids: string[] }>();
  for (const id of models ?? []) {
    const lists = { ignore: listFor(id, 'ignore', filters), whitelist: listFor(id, 'whitelist', filters) };
    const name = JSON.stringify([lists.ignore, lists.whitelist]);
    const group = groups.get(name) ?? { lists, ids: [] }; // The first model with these lists.
    group.ids.push(id);
    groups.set(name, group);
  }
  const hasNoRules = Object.keys(filters).length === 0;
  const decided = new Map<string, ListedModel>();
  for (const { lists, ids } of groups.values()) {
    const rules = {
      ignore: rulesFrom(lists, 'ignore', filters),
      whitelist: rulesFrom(lists, 'whitelist', filters),
    };
    for (const model of decideModels(ids, rules)) {
      decided.set(model.id, {
        ...model,
        lists,
        isCertain: hasNoRules || isCertain(model.id, lists, providers),
      });
    }
  }
  // Each of them is in a group, so none is left out.
  return (models ?? []).flatMap((id) => decided.get(id) ?? []);
}

/** True if the saved rules keep a model off the list after the next restart. */
export function isHidden({ status }: DecidedModel): boolean {
  return !isVisible(status);
}

/** A listed model belongs to the provider before its first `/`; null means all of them. */
export function listedOf(models: readonly ListedModel[], provider: string | null): ListedModel[] {
  return models.filter(({ id }) => provider === null || providerOfId(id) === provider);
}

function listFor(id: string, kind: RuleKind, filters: RulesByProvider): string | null {
  const own = providerOfId(id) ?? '';
  const candidates = [own, STAND_INS.get(own)];
  return candidates.find((name) => name !== undefined && rulesOf(filters, name)[kind].length > 0) ?? null;
}

function rulesFrom(lists: ListedModel['lists'], kind: RuleKind, filters: RulesByProvider): string[] {
  const provider = lists[kind];
  return provider === null ? [] : rulesOf(filters, provider)[kind];
}

/** A list of the model's own provider is always the one. Otherwise it matters whether that is the one that was asked. */
function isCertain(
  id: string,
  lists: ListedModel['lists'],
  providers: LlmProxyContext['providers'],
): boolean {
  const own = providerOfId(id);
  if (own !== null && Object.hasOwn(providers, own)) return true;
  return own !== null && lists.ignore === own && lists.whitelist === own;
}
