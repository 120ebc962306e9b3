import type { PageField, ShownPage } from '../any-page-context';
import { isField, isReadable } from './field-names';
import { pageAddress, pageText } from './page-text';
import { isTable, readTable } from './read-table';
import { createSectionList } from './section-list';
import { createWalker, textCollector, type Visitor } from './walk';

/** Reads what a reader of the page sees: headings, text, tables, inputs and links. Nothing on the page is changed. */
export function readPage(document: Document): ShownPage {
  const list = createSectionList();
  const walker = createWalker(document, list.isFull);
  let isTableCut = false;
  let heading = '';

  const names = () => [heading];
  const visitor: Visitor = {
    text: list.write,
    mark: list.write,
    breakLine: list.endLine,
    names,
    field: addField,
    takes(element) {
      if (isHeading(element)) addHeading(element);
      else if (isTable(element)) addTable(element);
      // Its text is read with the input, which may be inside of it.
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
