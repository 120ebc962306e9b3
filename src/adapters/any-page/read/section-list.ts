import { comparable, normalForm, numberedKey } from '@/src/core/context/part-names';
import {
  PAGE_LIMITS,
  type PageField,
  type PageLink,
  type PageSection,
  type PageTable,
} from '../any-page-context';
import { pageText } from './page-text';

/** Collects the content of a page in reading order, within the limits of one reading. */
export interface SectionList {
  /** Begins a section with this heading. */
  begin(heading: string): void;
  /** Adds text to the present line. */
  write(text: string): void;
  /** Ends the present line. */
  endLine(): void;
  addTable(table: Omit<PageTable, 'key'>): void;
  addField(field: PageField): void;
  addLink(link: PageLink): void;
  /** True once a limit is reached: the rest of the page is not read. */
  isFull(): boolean;
  /** The sections that have content or a heading. */
  sections(): PageSection[];
}

export function createSectionList(): SectionList {
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
 * The heading's words as they stand in keys. Without numbers and brackets that have one: they are often counters, and a key that
 * changed with its content would no longer fit the globs of what is left out.
 */
function nameOf(heading: string): string {
  const words = normalForm(heading)
    .replace(/[([][^()[\]]*\p{N}[^()[\]]*[)\]]/gu, ' ')
    .matchAll(/\p{L}[\p{L}\p{M}]*/gu);
  return comparable([...words].join('-'));
}
