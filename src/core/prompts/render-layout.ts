import { Environment } from '@huggingface/jinja';
import type { Json } from '@/src/schema/values/json';
import { type RenderedTemplate, renderPreparedTemplate } from './render-template';

export interface LayoutSection {
  title: string;
  contributions: { key: string; content: string }[];
}

type TemplateValue = ReturnType<Environment['set']>;

/**
 * Renders the template for the whole prompt. It sees `sections` as a list of pairs, so that it can loop over
 * `section_name, contributions`, and each contribution prints as its text. The values also have named
 * members: `section.title`, `section.contributions`, `contribution.key` and `contribution.content`.
 */
export function renderLayout(template: string, sections: readonly LayoutSection[]): RenderedTemplate {
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
  if (!(value?.builtins instanceof Map)) throw new Error('the template interpreter keeps no members');
  for (const [name, member] of Object.entries(members)) {
    if (member !== undefined) value.builtins.set(name, member);
  }
}

function toValue(value: unknown): TemplateValue {
  return new Environment().set('value', value);
}
