import { comparable, normalForm, numberedKey } from '@/src/core/context/part-names';
import type { AnyPageLink, PageField, PageSection, PageTable, ShownPage } from '../any-page-context';
import { PAGE_LIMITS } from '../page-limits';
import { isField, isReadable } from './fields';
import { pageAddress, pageText } from './page-text';
import { isUnread } from './visibility';
import { createWalker, textCollector, type Visitor, type Walker, wholeOf } from './walk';

/** Reads what a reader of the page sees: headings, text, tables, fields and links. Does not change the page. */
export function readPage(document: Document): ShownPage {
  const list = createSectionList();
  const walker = createWalker(document, list.isFull);
  let isTableCut = false;
  let heading = '';

  const names = () => [heading];
  const visitor: Visitor = {
    text: (text, shownIn) => list.write(shownIn(wholeOf(text))),
    mark: list.write,
    breakLine: list.endLine,
    names,
    field: addField,
    takes(element) {
      if (isHeading(element)) addHeading(element);
      else if (isTable(element)) addTable(element);
      // A label's text is read with its field, which may be inside the label.
      else if (isFieldLabel(element)) walker.walk(element, { ...textCollector([]), names, field: addField });
      else {
        if (element.tagName === 'A' && element.hasAttribute('href')) addLink(element as HTMLAnchorElement);
        return false;
      }
      return true;
    },
  };

  function addField(field: PageField | null): void {
    if (field !== null) list.addField(field);
  }

  function isFieldLabel(element: Element): boolean {
    const control = element.tagName === 'LABEL' ? (element as HTMLLabelElement).control : null;
    return control !== null && isField(control) && isReadable(control) && walker.seesField(control);
  }

  function addHeading(element: Element): void {
    const text = walker.textOf(element);
    if (text === '') return;
    list.begin(text);
    heading = text;
  }

  function addTable(element: Element): void {
    const table = readTable(element, walker, heading);
    isTableCut ||= table.rowCount > table.rows.length;
    list.addTable(table);
  }

  function addLink(element: HTMLAnchorElement): void {
    const text = walker.textOf(element);
    if (text !== '') list.addLink({ text, address: pageAddress(element.href) });
  }

  walker.walk(document.documentElement, visitor);
  const sections = list.sections();
  return {
    address: pageAddress(document.location.href),
    title: pageText(document.title),
    sections,
    isCut: isTableCut || walker.isCut(),
  };
}

function isHeading(element: Element): boolean {
  return /^H[1-6]$/.test(element.tagName) || element.getAttribute('role') === 'heading';
}

/** Collects the content of a page in reading order, within PAGE_LIMITS. */
interface SectionList {
  begin(heading: string): void;
  write(text: string): void;
  endLine(): void;
  addTable(table: Omit<PageTable, 'key'>): void;
  addField(field: PageField): void;
  addLink(link: AnyPageLink): void;
  /** True once a limit is reached: the rest of the page is not read. */
  isFull(): boolean;
  /** The sections that have content or a heading. */
  sections(): PageSection[];
}

function createSectionList(): SectionList {
  const sections: PageSection[] = [];
  const keys = new Set<string>();
  let characters = 0;
  let line: string[] = [];
  let current = begin('');

  function begin(heading: string): PageSection {
    const section = { key: keyFor(heading), heading, text: [], tables: [], fields: [], links: [] };
    sections.push(section);
    return section;
  }

  function keyFor(heading: string): string {
    const name = nameOf(heading) || (sections.length === 0 ? 'top' : 'section');
    let number = 1;
    while (keys.has(numberedKey(name, number))) number += 1;
    const key = numberedKey(name, number);
    keys.add(key);
    return key;
  }

  function endLine(): void {
    const text = pageText(line.join(''));
    line = [];
    if (text === '') return;
    current.text.push(text);
    characters += text.length;
  }

  return {
    begin(heading) {
      endLine();
      characters += heading.length;
      current = begin(heading);
    },
    write: (text) => void line.push(text),
    endLine,
    addTable(table) {
      endLine();
      characters += [table.columns, ...table.rows].flat().join('').length;
      current.tables.push({ key: `table-${current.tables.length + 1}`, ...table });
    },
    addField(field) {
      endLine();
      characters += field.label.length + String(field.value).length;
      current.fields.push(field);
    },
    addLink(link) {
      characters += link.text.length + link.address.length;
      current.links.push(link);
    },
    isFull: () => characters >= PAGE_LIMITS.characters || sections.length >= PAGE_LIMITS.sections,
    sections() {
      endLine();
      return sections.filter(
        ({ heading, text, tables, fields, links }) =>
          heading !== '' || text.length + tables.length + fields.length + links.length > 0,
      );
    },
  };
}

/**
 * The heading's words as they appear in keys. Numbers and brackets that contain numbers are dropped: they are often
 * counters, and with a changing key the globs of left-out parts would no longer match.
 */
function nameOf(heading: string): string {
  const words = normalForm(heading)
    .replace(/[([][^()[\]]*\p{N}[^()[\]]*[)\]]/gu, ' ')
    .matchAll(/\p{L}[\p{L}\p{M}]*/gu);
  return comparable([...words].join('-'));
}

const TABLES = ['TABLE', 'table', 'grid', 'treegrid'];
const ROWS = ['TR', 'row'];
const HEADERS = ['TH', 'columnheader'];
const CELLS = [...HEADERS, 'TD', 'cell', 'gridcell', 'rowheader'];

/**
 * True if the element's role or tag name is one of these. Avoids selectors, because it runs for every element of the
 * page.
 */
function isOneOf(element: Element, kinds: readonly string[]): boolean {
  return kinds.includes(element.getAttribute('role') ?? element.tagName);
}

function isTable(element: Element): boolean {
  return isOneOf(element, TABLES);
}

/**
 * Reads a table without tables nested in its cells. The first row is the header if it consists of header cells only.
 */
function readTable(table: Element, walker: Walker, heading: string): Omit<PageTable, 'key'> {
  const rows = within(table, ROWS, 0)
    .map((row) => within(row, CELLS, 0).slice(0, PAGE_LIMITS.cells))
    .filter((cells) => cells.length > 0);
  const [first = []] = rows;
  const isHeaded = first.length > 0 && first.every((cell) => isOneOf(cell, HEADERS));
  // The first row may be a header without header cells, so its texts always count as names of the cells below.
  const top = rowTexts(first, () => [heading], walker);
  const body = isHeaded ? rows.slice(1) : rows;
  return {
    columns: isHeaded ? top : [],
    rows: body
      .slice(0, PAGE_LIMITS.rows)
      .map((cells) =>
        cells === first ? top : rowTexts(cells, (index) => [heading, ...top.slice(index, index + 1)], walker),
      ),
    rowCount: body.length,
  };
}

/** The visible elements of these kinds inside an element, without those nested in one another or in a nested table. */
function within(element: Element, kinds: readonly string[], depth: number): Element[] {
  return Array.from(element.children).flatMap((child) => {
    if (isUnread(child)) return [];
    if (isOneOf(child, kinds)) return [child];
    return isTable(child) || depth > PAGE_LIMITS.depth ? [] : within(child, kinds, depth + 1);
  });
}

/**
 * The texts of a row's cells. `names` returns the names of a cell's column; the texts of the cells before it count as
 * names, too.
 */
function rowTexts(cells: readonly Element[], names: (index: number) => string[], walker: Walker): string[] {
  const texts: string[] = [];
  for (const cell of cells) texts.push(cellText(cell, [...names(texts.length), ...texts], walker));
  return texts;
}

/** A cell's text. A field in it is represented by its value, e.g. `[on]` for a check box. */
function cellText(cell: Element, names: readonly string[], walker: Walker): string {
  const parts: string[] = [];
  walker.walk(cell, {
    ...textCollector(parts),
    names: () => names,
    field: (field) => void parts.push(` ${fieldText(field?.value ?? null)} `),
  });
  return pageText(parts.join(''));
}

function fieldText(value: string | boolean | null): string {
  if (value === null) return '[not read]';
  if (typeof value === 'string') return `[${value}]`;
  return value ? '[on]' : '[off]';
}
