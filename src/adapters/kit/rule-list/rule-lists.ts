import { StewardError } from '@/src/core/errors';
import { failure } from '@/src/core/records/tool-result';
import type { StateDifference } from '@/src/schema/change';
import type { ChangePreview, EffectName } from '@/src/schema/dry-run';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json } from '@/src/schema/values/json';
import type { UntimedChange } from '../stamped';
import { counted, countOf, effectList } from '../tool-results';
import { type ListChange, listChanges, sameTexts } from './list-changes';

/** Most rules of one list. A page with a longer list cannot be read, so no change may create one. */
export const MAX_LIST_RULES = 2_000;

const LIMIT = `at most ${countOf(MAX_LIST_RULES, 'rule')}`;

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
 * The differences between two states, one line for each rule. `nameOf` returns the owner of a list and the noun for its
 * rules.
 */
export function ruleDifferences<State, List>(
  lists: RuleLists<State, List>,
  from: State,
  to: State,
  nameOf: (list: List) => { owner: string; noun: string },
): StateDifference[] {
  return ruleChanges(lists, from, to).map(({ list, change: { kind, pattern } }) => {
    const { owner, noun } = nameOf(list);
    const what = pattern === null ? `order of the ${noun}s` : `${noun} ${JSON.stringify(pattern)}`;
    return { kind, text: `${owner}: ${what}` };
  });
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
  const message = `The list would have ${countOf(count, 'rule')}, and can have ${LIMIT}. Nothing was changed: use patterns, or remove rules first.`;
  return failure('too_many_rules', message);
}

/** Throws `too-complex` if one of the lists is too long. The keys name the lists in the error. */
export function assertReadable(lists: { readonly [name: string]: readonly string[] }): void {
  for (const [name, { length }] of Object.entries(lists)) {
    if (length <= MAX_LIST_RULES) continue;
    throw new StewardError('too-complex', `The list ${name} has ${length} rules; Steward reads ${LIMIT}.`, {
      remedy: 'Replace rules of that list by patterns, on the page or in the server’s configuration.',
    });
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

/** Wording of an effect. `loses` and `regains` receive a counted noun, e.g. "2 models". */
export interface EffectWords {
  /** Noun for one model. */
  readonly model: string;
  readonly loses: (models: string) => string;
  readonly regains: (models: string) => string;
  readonly nothing: string;
  /** Titles of the lists of lost and of regained models. */
  readonly titles: readonly [lost: string, regained: string];
  /** State of a group in {@link RuleEffect.emptied}. */
  readonly emptied: string;
  /** A sentence on how to undo the change. */
  readonly wayBack: string;
}

/** Describes an effect as the end of a sentence. */
export function effectInWords(
  { lost, regained }: Pick<RuleEffect<unknown>, 'lost' | 'regained'>,
  words: EffectWords,
): string {
  const parts = counted(
    [lost.length, words.loses(countOf(lost.length, words.model))],
    [regained.length, words.regains(countOf(regained.length, words.model))],
  );
  return parts.length === 0 ? words.nothing : parts.join(' and ');
}

/** Parts of a preview that do not follow from the effect. */
interface PreviewParts {
  summary: string;
  /** False if some of the models are unknown. */
  isComplete: boolean;
  differences: StateDifference[];
  /** Sentences about effects that cannot be determined. */
  unknown: readonly string[];
  /** The warning of the {@link ChangePreview}; empty for none. */
  warning: string;
  /** Further sentences about the effect on other users; empty if there are none. */
  others: string;
}

/** The preview of a change of rules in an approval request. */
export function effectPreview<Model>(
  effect: RuleEffect<Model>,
  words: EffectWords,
  nameOf: (model: Model, isLost: boolean) => EffectName,
  { summary, warning, isComplete, differences, unknown, others }: PreviewParts,
): ChangePreview {
  const { lost, regained, unchanged, emptied } = effect;
  const [lostTitle, regainedTitle] = words.titles;
  const stay = unchanged === 1 ? 'stays as it is' : 'stay as they are';
  return {
    summary,
    ...(warning === '' ? {} : { warning }),
    effects: [
      ...effectList(
        'loss',
        lostTitle,
        lost.map((model) => nameOf(model, true)),
      ),
      ...effectList(
        'gain',
        regainedTitle,
        regained.map((model) => nameOf(model, false)),
      ),
      ...effectList(
        'warning',
        'Nothing is left',
        emptied.map((name) => ({ name, detail: words.emptied })),
      ),
    ],
    unchanged: isComplete ? `${countOf(unchanged, words.model)} ${stay}.` : null,
    differences,
    notes: [
      ...unknown.map((text) => ({ topic: 'unknown' as const, text })),
      ...(others === '' ? [] : [{ topic: 'others' as const, text: others }]),
      { topic: 'way-back', text: words.wayBack },
    ],
  };
}
