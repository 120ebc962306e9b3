/** A rule of a page, and the models that it decides. */
export interface RuleUse {
  /** The list that has the rule, such as a provider. */
  list: string;
  pattern: string;
  /** True for a rule that keeps models visible, false for one that hides them. */
  keeps: boolean;
  /** Number of models that it decides; null if the models of its list are unknown. */
  decides: number | null;
  /** Number of these that no other rule of the same kind matches. */
  alone: number;
  /** Names of the first of these. */
  models: string[];
}
