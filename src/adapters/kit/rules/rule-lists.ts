import { textError } from '@/src/core/errors';
import { failure } from '@/src/core/records/tool-result';
import type { StateDifference } from '@/src/schema/change';
import type { ChangePreview, EffectList, EffectName } from '@/src/schema/dry-run';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json } from '@/src/schema/values/json';
import { type Said, say } from '@/src/schema/values/said';
import type { UntimedChange } from '../stamped';
import { basisNote, countOf, effectList } from '../tool-results';
import { type ListChange, listChanges, sameTexts } from './list-changes';

/** Most rules of one list. A page with a longer list cannot be read, so no change may create one. */
export const MAX_LIST_RULES = 2_000;

/** Describes the lists of rules in a page's state. */
export interface RuleLists<State, List> {
  /** The lists with rules in at least one of the states, in display order. */
  listsIn(...states: readonly State[]): List[];
  /** The rules of a list; empty if the state does not contain the list. */
  rulesIn(state: State, list: List): readonly string[];
  /** True if the order of rules can change their effect. */
  readonly isOrdered: boolean;
}

/** Number of rules in all lists. */
export function countRules<State, List>({ listsIn, rulesIn }: RuleLists<State, List>, state: State): number {
  return listsIn(state).flatMap((list) => rulesIn(state, list)).length;
}

/** The lists whose rules differ between two states. */
export function differingLists<State, List>(
  { listsIn, rulesIn }: RuleLists<State, List>,
  one: State,
  other: State,
): List[] {
  return listsIn(one, other).filter((list) => !sameTexts(rulesIn(one, list), rulesIn(other, list)));
}

/** The changes of all lists. If order has no effect, a reordering is reported only for a list without other changes. */
function ruleChanges<State, List>(
  lists: RuleLists<State, List>,
  from: State,
  to: State,
): { list: List; change: ListChange }[] {
  return differingLists(lists, from, to).flatMap((list) => {
    const changes = listChanges(lists.rulesIn(from, list), lists.rulesIn(to, list));
    return changes
      .filter(({ kind }) => kind !== 'modified' || lists.isOrdered || changes.length === 1)
      .map((change) => ({ list, change }));
  });
}

/**
 * The differences between two states, one line for each rule. `textOf` returns the text about a rule of a list, or, for
 * null, about the order of the list's rules.
 */
export function ruleDifferences<State, List>(
  lists: RuleLists<State, List>,
  from: State,
  to: State,
  textOf: (list: List, rule: string | null) => Said,
): StateDifference[] {
  return ruleChanges(lists, from, to).map(({ list, change: { kind, pattern } }) => ({
    kind,
    text: textOf(list, pattern === null ? null : JSON.stringify(pattern)),
  }));
}

/**
 * The changes of all lists as events. `types` maps each kind of change to its event type; `fieldsOf` returns the fields
 * that name the list, around the rule's pattern if the change has one.
 */
export function ruleEvents<State, List>(
  lists: RuleLists<State, List>,
  [from, to]: readonly [State, State],
  types: Readonly<Record<ListChange['kind'], string>>,
  fieldsOf: (list: List, pattern: { pattern?: string }) => { [field: string]: Json },
): UntimedChange[] {
  return ruleChanges(lists, from, to).map(({ list, change: { kind, pattern } }) => ({
    type: types[kind],
    ...fieldsOf(list, pattern === null ? {} : { pattern }),
  }));
}

/** Returns a function that looks up how often a name occurs among `names`. */
export function countsOf(names: readonly string[]): (name: string) => number {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1); // 0 before the first occurrence.
  // A name that was not counted does not occur.
  return (name) => counts.get(name) ?? 0;
}

/** The failure of a call that would make a list too long; null if the list fits. */
export function tooManyRules(count: number): ToolResult | null {
  if (count <= MAX_LIST_RULES) return null;
  const message = `The list would have ${countOf(count, 'rule')}, and can have at most ${countOf(MAX_LIST_RULES, 'rule')}. Nothing was changed: use patterns, or remove rules first.`;
  return failure('too_many_rules', message);
}

/** Throws `too-complex` if one of the lists is too long. The keys name the lists in the error. */
export function assertReadable(lists: { readonly [name: string]: readonly string[] }): void {
  for (const [name, { length }] of Object.entries(lists)) {
    if (length <= MAX_LIST_RULES) continue;
    throw textError(
      'too-complex',
      say('kit.ruleList.tooLong', { list: name, count: length, limit: MAX_LIST_RULES }),
    );
  }
}

/** The effect of a change of rules on models. */
export interface RuleEffect<Model> {
  /** Models that become hidden. */
  lost: Model[];
  /** Models that are no longer hidden. */
  regained: Model[];
  /** Number of models whose visibility does not change. */
  unchanged: number;
  /** Names of the groups in which every model is now hidden, and was not before. */
  emptied: string[];
}

/** Compares two decisions about the same models. `groupOf` returns the group of a model; null if it belongs to none. */
export function effectOf<Model>(
  before: readonly Model[],
  after: readonly Model[],
  isHidden: (model: Model) => boolean,
  groupOf: (model: Model) => string | null,
): RuleEffect<Model> {
  const flipped = (toHidden: boolean) =>
    after.filter((model, index) => {
      const was = before[index];
      return was !== undefined && isHidden(was) !== toHidden && isHidden(model) === toHidden;
    });
  const emptyGroups = (models: readonly Model[]) => {
    const visible = new Set(models.filter((model) => !isHidden(model)).map(groupOf));
    return new Set(models.flatMap((model) => groupOf(model) ?? []).filter((group) => !visible.has(group)));
  };
  const [lost, regained, already] = [flipped(true), flipped(false), emptyGroups(before)];
  return {
    lost,
    regained,
    unchanged: after.length - lost.length - regained.length,
    emptied: [...emptyGroups(after)].filter((group) => !already.has(group)),
  };
}

/** The kind of an effect, by which adapters name their summaries. */
export function effectKind({ lost, regained }: RuleEffect<unknown>): 'both' | 'lost' | 'regained' | 'none' {
  if (lost.length === 0) return regained.length === 0 ? 'none' : 'regained';
  return regained.length === 0 ? 'lost' : 'both';
}

/** The lists of a preview with the lost and the regained models. `titles` are their headings. */
export function effectLists<Model>(
  { lost, regained }: Pick<RuleEffect<Model>, 'lost' | 'regained'>,
  titles: readonly [lost: Said, regained: Said],
  nameOf: (model: Model, isLost: boolean) => EffectName,
): EffectList[] {
  return [
    ...effectList(
      'loss',
      titles[0],
      lost.map((model) => nameOf(model, true)),
    ),
    ...effectList(
      'gain',
      titles[1],
      regained.map((model) => nameOf(model, false)),
    ),
  ];
}

/** Parts of a preview that do not follow from the effect. */
interface PreviewParts {
  /** The first sentence, unless nothing changes. */
  summary: Said;
  /** Headings of the lists of lost and of regained models. */
  titles: readonly [lost: Said, regained: Said];
  /** State of a group in {@link RuleEffect.emptied}. */
  emptied: Said;
  /** A sentence on how to undo the change. */
  wayBack: Said;
  /** True if the effect is that on what is served now; false if on the page's list. */
  isServed: boolean;
  /** False if some of the models are unknown. */
  isComplete: boolean;
  differences: StateDifference[];
  /** Sentences about effects that cannot be determined. */
  unknown: readonly Said[];
  /** The warning of the {@link ChangePreview}; null for none. */
  warning: Said | null;
  /** Further sentences about the effect on other users. */
  others: readonly Said[];
}

/** The preview of a change of rules in an approval request. */
export function effectPreview<Model>(
  effect: RuleEffect<Model>,
  nameOf: (model: Model, isLost: boolean) => EffectName,
  {
    summary,
    titles,
    emptied,
    wayBack,
    warning,
    isServed,
    isComplete,
    differences,
    unknown,
    others,
  }: PreviewParts,
): ChangePreview {
  return {
    summary: differences.length === 0 ? say('said.dryRun.noChange') : summary,
    ...(warning === null ? {} : { warning }),
    effects: [
      ...effectLists(effect, titles, nameOf),
      ...effectList(
        'warning',
        say('kit.ruleList.nothingLeft'),
        effect.emptied.map((name) => ({ name, detail: emptied })),
      ),
    ],
    unchanged: isComplete ? say('kit.ruleList.unchanged', { count: effect.unchanged }) : null,
    differences,
    notes: [
      ...unknown.map((text) => ({ topic: 'unknown' as const, text })),
      basisNote(isServed),
      ...others.map((text) => ({ topic: 'others' as const, text })),
      { topic: 'way-back', text: wayBack },
    ],
  };
}
