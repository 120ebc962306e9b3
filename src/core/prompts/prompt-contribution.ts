import type { JsonObject } from '../json';

/** The built-in sections of the system prompt. The order is that of this array and never changes (ledger C-073, C-074). */
export const PROMPT_SECTIONS = [
  'Identity',
  'Context',
  'Capabilities',
  'Guidelines',
  'Tools',
  'Instructions',
  'System Context',
] as const;

/** Where a contribution stands: in a built-in section, or in one of its own behind those, in order of name. */
export type PromptSection = (typeof PROMPT_SECTIONS)[number] | { custom: string };

/**
 * What a contribution says. `text` goes out as it is. `data` is rendered by its Jinja template, which sees each key of
 * `data` as a variable, and all of them as `data`; values are text to it and never read as templates themselves.
 * Both ship with the build: what a page says belongs into the run's user message, wrapped as data
 * (docs/page-context.md), never in here.
 */
export type PromptContent =
  | { type: 'text'; text: string }
  | { type: 'data'; data: JsonObject; template: string };

/** A keyed, prioritised, sectioned piece of the system prompt (ledger C-018). */
export interface PromptContribution {
  /** `actor_type:contribution_name`; the type in lower-case letters, digits, hyphens and underscores, the name of any characters (ledger C-066, C-067). */
  key: string;
  /** None means Context (ledger C-072). */
  section?: PromptSection;
  /** An integer; higher comes first in its section. */
  priority: number;
  content: PromptContent;
}
