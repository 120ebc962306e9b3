import type { ContextPart, ContextParts } from '@/src/core/adapter/adapter-definition';
import type { AnyPageContext, PageField, PageSection, PageTable } from './any-page-context';

/** A part of the page as lines of text. */
export interface PagePart {
  /** `section/text`, `section/table-1`, `section/fields` or `section/links`. */
  key: string;
  /** Its kind and size in one line. */
  title: string;
  lines: string[];
}

/** The parts of a section that have content, in the order in which they are shown. */
export function partsOf(section: PageSection): PagePart[] {
  const { key, text, tables, fields, links } = section;
  const linkLines = links.map((link) => `${quoted(link.text)} -> ${link.address}`);
  const all = [
    { key: `${key}/text`, title: 'text', lines: text },
    ...tables.map((table) => tablePart(`${key}/${table.key}`, table)),
    { key: `${key}/fields`, title: 'inputs', lines: fields.map(fieldLine) },
    { key: `${key}/links`, title: 'links', lines: linkLines },
  ];
  return all.filter(({ lines }) => lines.length > 0);
}

/** All parts of the page. */
export function partsOfPage({ sections }: Pick<AnyPageContext, 'sections'>): PagePart[] {
  return sections.flatMap(partsOf);
}

function tablePart(key: string, { columns, rows, rowCount }: PageTable): PagePart {
  const header = columns.length === 0 ? [] : [`columns ${JSON.stringify(columns)}`];
  const lines = rows.length === 0 ? ['no rows'] : rows.map((row) => JSON.stringify(row));
  const read = rows.length === 1 ? 'the first one was read' : `the first ${rows.length} were read`;
  const unread = rowCount > rows.length ? `, ${read}` : '';
  const size = rowCount === 1 ? '1 row' : `${rowCount} rows`;
  return { key, title: `table, ${size}${unread}`, lines: [...header, ...lines] };
}

function fieldLine({ label, value }: PageField): string {
  return `${quoted(label)} = ${shownValue(value)}`;
}

function shownValue(value: PageField['value']): string {
  if (value === null) return 'not read, may be secret';
  if (typeof value === 'string') return quoted(value);
  return value ? 'on' : 'off';
}

const quoted = (text: string) => JSON.stringify(text);

/** The division of a page: text, each table, inputs and links of each section. */
export const anyPageParts: ContextParts<AnyPageContext> = {
  list: ({ sections }) =>
    partsOfPage({ sections }).map(({ key, lines }): ContextPart => ({ key, content: lines })),
  without: (context, isLeftOut) => ({
    ...context,
    sections: context.sections.flatMap((section) => {
      const rest = withoutParts(section, isLeftOut);
      // A section of which everything is left out goes with its heading.
      return partsOf(rest).length > 0 || partsOf(section).length === 0 ? [rest] : [];
    }),
  }),
};

function withoutParts(section: PageSection, isLeftOut: (key: string) => boolean): PageSection {
  const { key, text, tables, fields, links } = section;
  return {
    ...section,
    text: isLeftOut(`${key}/text`) ? [] : text,
    tables: tables.filter((table) => !isLeftOut(`${key}/${table.key}`)),
    fields: isLeftOut(`${key}/fields`) ? [] : fields,
    links: isLeftOut(`${key}/links`) ? [] : links,
  };
}
