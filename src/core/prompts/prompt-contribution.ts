/** Where a contribution stands in the system prompt. The order is that of the array below and never changes (ledger C-073). */
export const PROMPT_SECTIONS = [
  'Identity',
  'Context',
  'Capabilities',
  'Guidelines',
  'Tools',
  'Instructions',
  'System Context',
] as const;

export type PromptSection = (typeof PROMPT_SECTIONS)[number];

/** A keyed, prioritised, sectioned piece of the system prompt. */
export interface PromptContribution {
  /** `actor_type:contribution_name`; the type in lower-case letters, digits, hyphens and underscores (ledger C-066, C-067). */
  key: string;
  section: PromptSection;
  /** Higher comes first in its section. */
  priority: number;
  content: string;
}
