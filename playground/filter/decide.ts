import { compilePattern } from './matcher';

/** Which of a provider's two lists a rule stands in. */
export type RuleKind = 'ignore' | 'whitelist';

/** One provider's rules: patterns in order; a model is decided by the first that matches. */
export interface RuleSet {
  ignore: string[];
  whitelist: string[];
}

/** A rule by its place: `index` counts from 0 in the list of its kind. */
export interface RuleRef {
  kind: RuleKind;
  pattern: string;
  index: number;
}

/** What the rules come to for one model. `name` is the id without its provider; `rule` is null for `normal` only. */
export interface ModelDecision {
  id: string;
  name: string;
  status: 'normal' | 'ignored' | 'whitelisted';
  rule: RuleRef | null;
}

/**
 * Decides each model by the rules: the first whitelist rule that matches keeps it visible; else the first ignore
 * rule that matches hides it; else it is visible as it is. A whitelist alone hides nothing. Answers in the order of `ids`.
 */
export function decideModels(ids: readonly string[], rules: RuleSet): ModelDecision[] {
  const whitelist = compileList('whitelist', rules.whitelist);
  const ignore = compileList('ignore', rules.ignore);
  return ids.map((id) => {
    const name = nameOf(id);
    // As matchesModel decides it; taken apart here so that each name is cut off once, not once per rule.
    const matches = (rule: CompiledRule) => rule.matches(name) || rule.matches(id);
    const kept = whitelist.find(matches);
    if (kept !== undefined) return { id, name, status: 'whitelisted', rule: kept.ref };
    const hidden = ignore.find(matches);
    if (hidden !== undefined) return { id, name, status: 'ignored', rule: hidden.ref };
    return { id, name, status: 'normal', rule: null };
  });
}

/** Whether clients of the proxy see the model. */
export function isVisible(decision: ModelDecision): boolean {
  return decision.status !== 'ignored';
}

interface CompiledRule {
  ref: RuleRef;
  matches(text: string): boolean;
}

function compileList(kind: RuleKind, patterns: readonly string[]): CompiledRule[] {
  return patterns.map((pattern, index) => ({
    ref: { kind, pattern, index },
    matches: compilePattern(pattern),
  }));
}

function nameOf(id: string): string {
  return id.slice(id.indexOf('/') + 1);
}
