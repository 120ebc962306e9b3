import type { ContextPart, ContextParts, NamedPartKind } from '@/src/core/adapter/adapter-definition';
import { largestFitting } from '@/src/core/largest-fitting';
import { estimateTokens } from '@/src/core/text/estimate-tokens';
import { spellOut } from '@/src/core/text/foreign-text';
import { type Said, say } from '@/src/schema/values/said';
import { counted } from '../kit/tool-results';
import type { AnyPageContext, PageField, PageSection, PageTable } from './any-page-context';

/** The tool that reads the lines which the encoded page leaves out. */
export const READ_PART = 'read_page_part';

/**
 * Encodes the page as text: URL and title, then each section with its parts. If the text exceeds the budget, each part
 * is cut to the same number of lines, the largest that fits; its last line then names the tool that reads the rest. If
 * even the titles of the parts do not fit, the last sections are left out.
 */
export function encodeContext(context: AnyPageContext, budgetTokens: number): string {
  const longest = Math.max(0, ...context.sections.flatMap(partsOf).map(({ lines }) => lines.length));
  const fits = (text: string) => estimateTokens(text) <= budgetTokens;
  const whole = encoded(context, longest);
  if (fits(whole)) return whole;
  const bare = encoded(context, 0);
  if (!fits(bare)) return withFewerSections(context, fits);
  return encoded(
    context,
    largestFitting(0, longest, (lines) => fits(encoded(context, lines))),
  );
}

/** The text with as many sections as fit, each with its titles only; URL and title are always kept. */
function withFewerSections(context: AnyPageContext, fits: (text: string) => boolean): string {
  const { sections } = context;
  const first = (count: number) => {
    const rest = `${sections.length - count} more sections: find_on_page`;
    return `${encoded({ ...context, sections: sections.slice(0, count) }, 0)}\n${rest}`;
  };
  return first(largestFitting(0, sections.length, (count) => fits(first(count))));
}

function encoded(
  { address, title, sections, isCut, toolsLeftOut }: AnyPageContext,
  maxLines: number,
): string {
  return [
    `address: ${address}`,
    `title: ${JSON.stringify(spellOut(title))}`,
    ...(isCut ? ['The page holds more than could be read.'] : []),
    ...counted([
      toolsLeftOut,
      `tools of the page that are not offered, because they are too large or several have their name: ${toolsLeftOut}`,
    ]),
    ...sections.flatMap((section) => sectionLines(section, maxLines)),
  ].join('\n');
}

/** Indents the page's own lines, so that none of them can be mistaken for the title of a section or a part. */
function sectionLines(section: PageSection, maxLines: number): string[] {
  const heading = section.heading === '' ? [] : [`section ${JSON.stringify(section.heading)}`];
  return [...heading, ...partsOf(section).flatMap((part) => partLines(part, maxLines))];
}

function partLines({ key, title, lines }: PagePart, maxLines: number): string[] {
  const omitted = lines.length - maxLines;
  const rest = counted([omitted, `  (${omitted} more lines: ${READ_PART})`]);
  return [`${key} (${title}):`, ...lines.slice(0, maxLines).map((line) => `  ${line}`), ...rest];
}

/** A part of a section, encoded as lines of text. */
interface PagePart {
  /** `section/text`, `section/table-1`, `section/fields` or `section/links`. */
  key: string;
  /** Its kind and size in one line, for the model. */
  title: string;
  /** Its kind and size, for the user. */
  note: Said;
  lines: string[];
}

/** The parts of a section that have content, in display order. */
function partsOf(section: PageSection): PagePart[] {
  const { key, text, tables, fields, links } = section;
  const linkLines = links.map((link) => `${quoted(link.text)} -> ${link.address}`);
  const all = [
    { key: `${key}/text`, title: 'text', note: say('any-page.part.text'), lines: text },
    ...tables.map((table) => tablePart(`${key}/${table.key}`, table)),
    {
      key: `${key}/fields`,
      title: 'inputs',
      note: say('any-page.part.fields'),
      lines: fields.map(fieldLine),
    },
    { key: `${key}/links`, title: 'links', note: say('any-page.part.links'), lines: linkLines },
  ];
  return all.filter(({ lines }) => lines.length > 0);
}

export function partsOfPage({ sections }: Pick<AnyPageContext, 'sections'>): PagePart[] {
  return sections.flatMap(partsOf);
}

function tablePart(key: string, { columns, rows, rowCount }: PageTable): PagePart {
  const header = counted([columns.length, `columns ${JSON.stringify(columns)}`]);
  const lines = rows.length === 0 ? ['no rows'] : rows.map((row) => JSON.stringify(row));
  const read = rows.length === 1 ? 'the first one was read' : `the first ${rows.length} were read`;
  const unread = rowCount > rows.length ? `, ${read}` : '';
  const size = rowCount === 1 ? '1 row' : `${rowCount} rows`;
  return {
    key,
    title: `table, ${size}${unread}`,
    note: say('any-page.part.table', { count: rowCount }),
    lines: [...header, ...lines],
  };
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

/**
 * Divides the page into the text, each table, the fields and the links of each section. If all parts of a section are
 * left out, its heading is left out too.
 */
export const anyPageParts: ContextParts<AnyPageContext> = {
  list: ({ sections }) => sections.flatMap(listedOf),
  without: (context, isLeftOut) => ({
    ...context,
    sections: context.sections
      .filter((section) => !listedOf(section).every(({ key }) => isLeftOut(key)))
      .map((section) => withoutParts(section, isLeftOut)),
  }),
};

/** Named parts: the sections, named by the words of their headings, and the parts of each, such as one table. */
export const anyPageNamedParts: Readonly<Record<string, NamedPartKind<AnyPageContext>>> = {
  section: {
    list: ({ sections }) =>
      sections.map(({ key, heading }) => ({ name: key, ...(heading === '' ? {} : { note: heading }) })),
    text({ sections }, name) {
      const section = sections.find(({ key }) => key === name);
      return section === undefined ? null : sectionLines(section, Number.POSITIVE_INFINITY).join('\n');
    },
  },
  part: {
    list: (context) => partsOfPage(context).map(({ key, note }) => ({ name: key, note })),
    text(context, name) {
      const part = partsOfPage(context).find(({ key }) => key === name);
      return part === undefined ? null : partLines(part, Number.POSITIVE_INFINITY).join('\n');
    },
  },
};

/** The parts of a section; for an empty section one part with its heading. */
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
