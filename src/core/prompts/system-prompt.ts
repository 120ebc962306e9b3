import { Environment } from '@huggingface/jinja';
import type { PromptSettings } from '@/src/schema/chat-settings';
import type { PromptProblem } from '@/src/schema/prompt-problem';
import type { PromptPart } from '@/src/schema/sent-request';
import type { Json } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';
import { memberOf } from '../json-values';
import { estimateTokens } from '../text/estimate-tokens';
import { visibleJson } from '../text/visible-json';
import { PROMPT_SECTIONS, type PromptContribution, type PromptSection } from './prompt-contribution';
import { renderContribution } from './render-contribution';
import { type RenderedTemplate, renderPreparedTemplate } from './render-template';

/** `actor_type:contribution_name`. */
const KEY = /^[a-z0-9_-]+:.+$/s;

export interface SystemPrompt {
  text: string;
  /** In the order of the prompt; parts without a usable key come last. */
  parts: PromptPart[];
  problems: PromptProblem[];
}

/**
 * Builds the system prompt of a chat: contributions by section in the order of {@link PROMPT_SECTIONS},
 * within a section by descending priority, then by key. Deterministic. Never throws: invalid parts are left
 * out or replaced by the basic form, and listed among the problems.
 */
export function buildSystemPrompt(
  contributions: readonly PromptContribution[],
  settings: PromptSettings,
): SystemPrompt {
  const { usable, unusable, problems } = checkContributions(contributions);
  problems.push(...settingsProblems(usable, settings));

  const parts: PromptPart[] = [];
  for (const contribution of usable.toSorted(compareContributions)) {
    const { key } = contribution;
    const rendered = renderContribution(contribution, memberOf(settings.overrides, key));
    const isExcluded = settings.exclusions.includes(key);
    if (!isExcluded) problems.push(...rendered.problems);
    parts.push(partOf(contribution, isExcluded ? 'excluded' : rendered.state, rendered.text));
  }

  const layout = layOut(sectionsOf(parts), settings.baseTemplate);
  return {
    text: layout.text,
    parts: [...parts, ...unusable.map((contribution) => partOf(contribution, 'invalid', ''))],
    problems: [...problems, ...layout.problems],
  };
}

function settingsProblems(
  contributions: readonly PromptContribution[],
  settings: PromptSettings,
): PromptProblem[] {
  const keys = new Set(contributions.map(({ key }) => key));
  const unknown = (candidates: readonly string[]) => candidates.filter((key) => !keys.has(key));
  return [
    ...unknown(Object.keys(settings.overrides)).map((key) => ({
      key,
      kind: 'unknown-override' as const,
      message: say('said.prompt.unknownOverride', { key: visibleJson(key) }),
    })),
    ...unknown(settings.exclusions).map((key) => ({
      key,
      kind: 'unknown-exclusion' as const,
      message: say('said.prompt.unknownExclusion', { key: visibleJson(key) }),
    })),
  ];
}

function compareContributions(a: PromptContribution, b: PromptContribution): number {
  return (
    sectionRank(a.section) - sectionRank(b.section) ||
    compareTexts(sectionTitle(a.section), sectionTitle(b.section)) ||
    b.priority - a.priority ||
    compareTexts(a.key, b.key)
  );
}

/** Compares UTF-16 units, so that the order doesn't depend on the locale. */
function compareTexts(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}

/** Default section of a contribution; see {@link PromptContribution}. */
const PLAIN_SECTION = 'Context';

/** Custom sections come after all built-in ones, even with the same name. */
function sectionRank(section: PromptSection | undefined): number {
  if (section === undefined) return PROMPT_SECTIONS.indexOf(PLAIN_SECTION);
  return typeof section === 'string' ? PROMPT_SECTIONS.indexOf(section) : PROMPT_SECTIONS.length;
}

function sectionTitle(section: PromptSection | undefined): string {
  if (section === undefined) return PLAIN_SECTION;
  return typeof section === 'string' ? section : section.custom;
}

function partOf(
  { key, section, priority }: PromptContribution,
  state: PromptPart['state'],
  text: string,
): PromptPart {
  return {
    key,
    section: sectionTitle(section),
    priority,
    source: key.startsWith('steward:') ? 'base' : 'adapter',
    state,
    text,
    tokens: estimateTokens(text),
  };
}

function sectionsOf(parts: readonly PromptPart[]): LayoutSection[] {
  const sections: LayoutSection[] = [];
  for (const { key, section, state, text } of parts) {
    if (text === '' || (state !== 'sent' && state !== 'overridden')) continue;
    const last = sections.at(-1);
    if (last?.title === section) last.contributions.push({ key, content: text });
    else sections.push({ title: section, contributions: [{ key, content: text }] });
  }
  return sections;
}

function layOut(
  sections: readonly LayoutSection[],
  baseTemplate: string | null,
): { text: string; problems: PromptProblem[] } {
  const basic = sections
    .map(({ title, contributions }) =>
      [`# ${title}`, ...contributions.map(({ content }) => content)].join('\n\n'),
    )
    .join('\n\n');
  if (baseTemplate === null) return { text: basic, problems: [] };
  const rendered = renderLayout(baseTemplate, sections);
  if (rendered.kind === 'text' && rendered.text !== '') return { text: rendered.text, problems: [] };
  const reason = rendered.kind === 'text' ? say('said.template.empty') : rendered.reason;
  const message = say('said.prompt.layoutFailed', { reason });
  return { text: basic, problems: [{ key: null, kind: 'base-template-failed', message }] };
}

/** Contributions separated by the validity of their keys. Of several with one key, the first is usable. */
interface CheckedContributions {
  usable: PromptContribution[];
  unusable: PromptContribution[];
  problems: PromptProblem[];
}

/** Checks that each key is well-formed and unique. */
function checkContributions(contributions: readonly PromptContribution[]): CheckedContributions {
  const checked: CheckedContributions = { usable: [], unusable: [], problems: [] };
  const keys = new Set<string>();
  for (const contribution of contributions) {
    const problem = keyProblem(contribution.key, keys);
    if (problem === null) {
      keys.add(contribution.key);
      checked.usable.push(contribution);
    } else {
      checked.unusable.push(contribution);
      checked.problems.push(problem);
    }
  }
  return checked;
}

function keyProblem(key: string, earlierKeys: ReadonlySet<string>): PromptProblem | null {
  if (!KEY.test(key)) {
    return {
      key,
      kind: 'malformed-key',
      message: say('said.prompt.malformedKey', { key: visibleJson(key) }),
    };
  }
  if (!earlierKeys.has(key)) return null;
  return {
    key,
    kind: 'duplicate-key',
    message: say('said.prompt.duplicateKey', { key: visibleJson(key) }),
  };
}

interface LayoutSection {
  title: string;
  contributions: { key: string; content: string }[];
}

type TemplateValue = ReturnType<Environment['set']>;

/**
 * Renders the template for the whole prompt. It sees `sections` as a list of pairs, so that it can loop over
 * `section_name, contributions`, and each contribution prints as its text. The values also have named
 * members: `section.title`, `section.contributions`, `contribution.key` and `contribution.content`.
 */
function renderLayout(template: string, sections: readonly LayoutSection[]): RenderedTemplate {
  const pairs = sections.map(
    ({ title, contributions }): Json => [title, contributions.map(({ content }) => content)],
  );
  return renderPreparedTemplate(template, { sections: pairs }, (environment) => {
    const values = itemsOf(environment.lookupVariable('sections'));
    for (const [index, { contributions }] of sections.entries()) {
      const section = values[index];
      const [title, list] = itemsOf(section);
      addMembers(section, { title, contributions: list });
      for (const [place, content] of itemsOf(list).entries()) {
        addMembers(content, { key: toValue(contributions[place]?.key), content });
      }
    }
  });
}

function itemsOf(value: TemplateValue | undefined): readonly TemplateValue[] {
  return value !== undefined && Array.isArray(value.value) ? value.value : [];
}

/**
 * The interpreter treats lists and texts as values without members, but looks up their built-in ones, so
 * members are added there.
 */
function addMembers(
  value: TemplateValue | undefined,
  members: Record<string, TemplateValue | undefined>,
): void {
  if (!(value?.builtins instanceof Map)) throw new Error('The template interpreter keeps no members.');
  for (const [name, member] of Object.entries(members)) {
    if (member !== undefined) value.builtins.set(name, member);
  }
}

function toValue(value: unknown): TemplateValue {
  return new Environment().set('value', value);
}
