/** Something in the prompt's parts or settings that doesn't count as it was meant (ledger C-077, C-078; conflict 14). */
export interface PromptProblem {
  /** The contribution's key; null: the template for the whole prompt. */
  key: string | null;
  kind:
    | 'malformed-key'
    | 'duplicate-key'
    | 'no-content'
    | 'unknown-override'
    | 'unknown-exclusion'
    | 'template-failed'
    | 'override-failed'
    | 'base-template-failed';
  /** One or two sentences for people: what doesn't count, what stands in its place, and why. */
  message: string;
}
