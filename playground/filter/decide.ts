import { addAll, addNew, type BitSet, emptyBitSet, without } from './bit-set';
import { modelListOf } from './model-list';

/** The list of a provider that a rule is in. */
export type RuleKind = 'ignore' | 'whitelist';

/** A provider's rules in order; the first that matches a model decides it. */
export interface RuleSet {
  ignore: string[];
  whitelist: string[];
}

/** A rule by its position: `index` counts from 0 in the list of its kind. */
interface RuleRef {
  readonly kind: RuleKind;
  readonly pattern: string;
  readonly index: number;
}

/**
 * The result of the rules for one model. `name` is the id without its provider; `rule` is null only for
 * `normal`.
 */
export interface ModelDecision {
  readonly id: string;
  readonly name: string;
  readonly status: 'normal' | 'ignored' | 'whitelisted';
  readonly rule: RuleRef | null;
}

/**
 * Decides each model by the rules: the first matching whitelist rule keeps it visible; else the first
 * matching ignore rule hides it; else it is visible. A whitelist alone hides nothing. The result is in the
 * order of `ids`, an array that must never change afterwards, since results are cached by it. For the same
 * array, an unchanged decision keeps its identity, and so does the result if no decision changed.
 */
export function decideModels(ids: readonly string[], rules: RuleSet): readonly ModelDecision[] {
  const { names, matchesOf } = modelListOf(ids);
  const last = lastAnswers.get(ids);
  const whitelist = refsOf('whitelist', rules.whitelist, last?.whitelist);
  const ignore = refsOf('ignore', rules.ignore, last?.ignore);
  const deciding = decidingRules(ids.length, [...whitelist, ...ignore], matchesOf);
  let isSame = last !== undefined;
  const decisions = ids.map((id, at): ModelDecision => {
    const rule = deciding[at] ?? null;
    const before = last?.decisions[at];
    if (before?.rule === rule) return before;
    isSame = false;
    return { id, name: names[at] ?? id, status: rule === null ? 'normal' : STATUSES[rule.kind], rule };
  });
  const answer = last !== undefined && isSame ? last.decisions : decisions;
  lastAnswers.set(ids, { whitelist, ignore, decisions: answer });
  return answer;
}

/** The positions of the models that the rules hide; same result as {@link decideModels}. */
export function hiddenModels(
  ids: readonly string[],
  rules: Readonly<Record<RuleKind, readonly string[]>>,
): BitSet {
  return without(matchesOfAny(ids, rules.ignore), matchesOfAny(ids, rules.whitelist));
}

/** The positions of the models that at least one of the patterns matches, by id or by name. */
export function matchesOfAny(ids: readonly string[], patterns: readonly string[]): BitSet {
  const { matchesOf } = modelListOf(ids);
  const union = emptyBitSet(ids.length);
  for (const pattern of patterns) addAll(union, matchesOf(pattern));
  return union;
}

/** True if clients of the proxy see the model. */
export function isVisible(decision: ModelDecision): boolean {
  return decision.status !== 'ignored';
}

const STATUSES = { ignore: 'ignored', whitelist: 'whitelisted' } as const satisfies Record<
  RuleKind,
  ModelDecision['status']
>;

interface Answer {
  whitelist: readonly RuleRef[];
  ignore: readonly RuleRef[];
  decisions: readonly ModelDecision[];
}

const lastAnswers = new WeakMap<readonly string[], Answer>();

/** A rule at the same position keeps its reference, so that unchanged decisions can be recognized. */
function refsOf(kind: RuleKind, patterns: readonly string[], last: readonly RuleRef[] = []): RuleRef[] {
  return patterns.map((pattern, index) => {
    const before = last[index];
    return before?.pattern === pattern ? before : { kind, pattern, index };
  });
}

/** For each position the first matching rule; the rules are in order of precedence. */
function decidingRules(
  length: number,
  rules: readonly RuleRef[],
  matchesOf: (pattern: string) => BitSet,
): (RuleRef | null)[] {
  const deciding = new Array<RuleRef | null>(length).fill(null);
  const decided = emptyBitSet(length);
  for (const rule of rules) {
    addNew(decided, matchesOf(rule.pattern), (position) => {
      deciding[position] = rule;
    });
  }
  return deciding;
}
