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

/** The division of a page: text, each table, inputs and links of each section. A section of which all are left out goes with its heading. */
export const anyPageParts: ContextParts<AnyPageContext> = {
  list: ({ sections }) => sections.flatMap(listedOf),
  without: (context, isLeftOut) => ({
    ...context,
    sections: context.sections
      .filter((section) => !listedOf(section).every(({ key }) => isLeftOut(key)))
      .map((section) => withoutParts(section, isLeftOut)),
  }),
};

/** The parts of a section; its heading in place of its text if there is nothing else. */
function listedOf(section: PageSection): ContextPart[] {
  const parts = partsOf(section).map(({ key, lines }) => ({ key, content: lines }));
  return parts.length > 0 ? parts : [{ key: `${section.key}/text`, content: [section.heading] }];
}

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
