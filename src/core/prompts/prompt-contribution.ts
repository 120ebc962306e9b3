import type { Json, JsonObject } from '@/src/schema/values/json';

/**
 * The built-in sections of the system prompt in their order. The order never changes, so that the provider's cache
 * stays valid.
 */
export const PROMPT_SECTIONS = [
  'Identity',
  'Context',
  'Capabilities',
  'Guidelines',
  'Tools',
  'Instructions',
  'System Context',
] as const;

/**
 * A contribution's section: a built-in one, or a custom one. Custom sections follow the built-in ones, sorted
 * by name.
 */
export type PromptSection = (typeof PROMPT_SECTIONS)[number] | { custom: string };

/**
 * Content of a contribution. `text` is sent unchanged. `data` is rendered by its Jinja template, which sees
 * each key of `data` as a variable, and the whole object as `data`; values are inserted as text and never
 * parsed as templates. Both ship with the build. Page content belongs in the run's user message, wrapped as
 * data (docs/page-context.md), never in here.
 */
export type PromptContent =
  | { type: 'text'; text: string }
  | { type: 'data'; data: JsonObject; template: string };

/** A piece of the system prompt with a key, a section and a priority. */
export interface PromptContribution {
  /**
   * `actor_type:contribution_name`; the type in lower-case letters, digits, hyphens and underscores, the name
   * in any characters.
   */
  key: string;
  /** Default: Context. */
  section?: PromptSection;
  /** An integer; within a section, higher priorities come first. */
  priority: number;
  content: PromptContent;
}

/**
 * A contribution of an adapter. Its text is part of the build, so that no text of a page gets into the system prompt.
 */
export interface AdapterContribution<Context extends Json = Json> extends PromptContribution {
  /**
   * Decides by the page's state whether the system prompt contains this contribution; undefined if it always does.
   * Evaluated for each page snapshot and not for each request, so that the system prompt changes only together with the
   * page's state in the request, and the provider's cache stays valid otherwise.
   */
  holdsIn?(context: Context): boolean;
}

/**
 * Keys of the conditional contributions that apply to this state of the page. Contributions without a condition are not
 * included.
 */
export function heldContributions(contributions: readonly AdapterContribution[], context: Json): string[] {
  return contributions.flatMap((one) => (one.holdsIn?.(context) === true ? one.key : []));
}
