import { StewardError } from '../errors';
import { PROMPT_SECTIONS, type PromptContribution } from './prompt-contribution';

const KEY = /^[a-z0-9_-]+:.+$/;

/**
 * The system prompt: contributions by section, in the constant order of {@link PROMPT_SECTIONS}, and within a section
 * by falling priority, then by key, so that equal contributions give the same bytes.
 * Throws `internal` on a malformed or repeated key: contributions ship with the build.
 */
export function buildSystemPrompt(contributions: readonly PromptContribution[]): string {
  const keys = new Set<string>();
  for (const { key } of contributions) {
    if (!KEY.test(key) || keys.has(key)) {
      throw new StewardError(
        'internal',
        `The prompt contribution "${key}" has a malformed or repeated key.`,
        {
          remedy: 'Report it to the adapter’s author.',
        },
      );
    }
    keys.add(key);
  }
  return PROMPT_SECTIONS.map((section) => renderSection(section, contributions))
    .filter((text) => text !== '')
    .join('\n\n');
}

function renderSection(section: string, contributions: readonly PromptContribution[]): string {
  const own = contributions
    .filter((contribution) => contribution.section === section)
    .sort((a, b) => b.priority - a.priority || (a.key < b.key ? -1 : 1));
  if (own.length === 0) return '';
  return [`# ${section}`, ...own.map((contribution) => contribution.content.trim())].join('\n\n');
}
