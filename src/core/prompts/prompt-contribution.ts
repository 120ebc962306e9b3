import type { JsonObject } from '@/src/schema/values/json';
import { StewardError } from '../errors';

/**
 * The built-in sections of the system prompt in their order. It never changes, so that the provider's cache
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

/**
 * A contribution of an adapter for the page's current state. It replaces the contribution with the same key; an empty text
 * removes that one.
 */
export type PageContribution = Omit<PromptContribution, 'content'> & { text: string };

/** Limits of the contributions for a page's state: their number, and the characters of each. */
const PAGE_CONTRIBUTION_LIMITS = { count: 10, text: 2_000 };

/** An adapter's contributions with those for the page's state. Throws `internal` if these exceed their limits. */
export function withPageContributions(
  own: readonly PromptContribution[],
  ofPage: readonly PageContribution[],
): PromptContribution[] {
  const { count, text: length } = PAGE_CONTRIBUTION_LIMITS;
  if (ofPage.length > count || ofPage.some(({ text }) => text.length > length)) {
    throw new StewardError(
      'internal',
      `An adapter adds more than ${count} texts of ${length} characters to the prompt.`,
      {
        remedy: 'This is a defect in the adapter of this page; please report it.',
      },
    );
  }
  const byKey = new Map(ofPage.map((contribution) => [contribution.key, contribution]));
  const added = [...byKey.values()].flatMap(({ text, ...more }): PromptContribution[] =>
    text === '' ? [] : [{ ...more, content: { type: 'text', text } }],
  );
  return [...own.filter(({ key }) => !byKey.has(key)), ...added];
}

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
