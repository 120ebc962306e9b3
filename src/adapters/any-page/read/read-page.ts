import { PAGE_LIMITS, type ShownPage } from '../any-page-context';
import { pageAddress, pageText } from './page-text';
import { type FieldElement, isField, readField } from './read-field';
import { isTable, readTable } from './read-table';
import { createSectionList } from './section-list';
import { isUnread } from './visibility';

/** Elements that stand within a line of text. All others begin a line of their own. */
const INLINE = new Set(
  'A ABBR B BDI BDO BIG CITE CODE DATA DEL DFN EM FONT I INS KBD LABEL MARK Q S SAMP SLOT SMALL SPAN STRONG SUB SUP TIME TT U VAR WBR'.split(
    ' ',
  ),
);

/** Reads what a reader of the page sees: headings, text, tables, inputs and links. Nothing on the page is changed. */
export function readPage(document: Document): ShownPage {
  const list = createSectionList();
  let elements = 0;
  let isCut = false;

  function visit(node: Node, depth: number): void {
    if (node.nodeType === Node.TEXT_NODE) list.write(node.nodeValue ?? '');
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    elements += 1;
    if (elements > PAGE_LIMITS.elements || depth > PAGE_LIMITS.depth || list.isFull()) {
      isCut = true;
      return;
    }
    const element = node as Element;
    if (!isUnread(element)) visitElement(element, depth);
  }

  function visitElement(element: Element, depth: number): void {
    if (isRead(element)) return;
    if (isFieldLabel(element)) {
      // Its text is read with the input, which may be inside of it.
      visitAll(element.querySelectorAll('input, select, textarea'), depth);
      return;
    }
    if (element.tagName === 'A' && element.hasAttribute('href')) addLink(element as HTMLAnchorElement);
    const isButton = element.tagName === 'BUTTON';
    const isLine = !isButton && !INLINE.has(element.tagName);
    if (isLine) list.endLine();
    if (element.tagName === 'LI') list.write('- ');
    if (isButton) list.write('[');
    visitAll(childrenOf(element), depth);
    if (isButton) list.write('] ');
    if (isLine) list.endLine();
  }

  /** True for a heading, a table or an input, which is read as a whole. */
  function isRead(element: Element): boolean {
    if (isHeading(element)) list.begin(pageText(element.textContent ?? ''));
    else if (isTable(element)) addTable(element);
    else if (isField(element)) addField(element);
    else return false;
    return true;
  }

  function addTable(element: Element): void {
    const table = readTable(element);
    isCut ||= table.rowCount > table.rows.length;
    list.addTable(table);
  }

  function addField(element: FieldElement): void {
    const field = readField(element);
    if (field !== null) list.addField(field);
  }

  function visitAll(nodes: Iterable<Node>, depth: number): void {
    for (const node of nodes) visit(node, depth + 1);
  }

  function addLink({ textContent, href }: HTMLAnchorElement): void {
    const text = pageText(textContent ?? '');
    if (text !== '') list.addLink({ text, address: pageAddress(href) });
  }

  visitAll([document.body], 0);
  return {
    address: pageAddress(document.location.href),
    title: pageText(document.title),
    sections: list.sections(),
    isCut,
  };
}

function isHeading(element: Element): boolean {
  return /^H[1-6]$/.test(element.tagName) || element.getAttribute('role') === 'heading';
}

function isFieldLabel(element: Element): boolean {
  return element.tagName === 'LABEL' && (element as HTMLLabelElement).control !== null;
}

/** The nodes that are shown in an element: those of an open shadow tree, and what is slotted into it. */
function childrenOf(element: Element): Iterable<Node> {
  if (element.shadowRoot !== null) return element.shadowRoot.childNodes;
  if (element.tagName === 'SLOT') {
    const assigned = (element as HTMLSlotElement).assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return element.childNodes;
}
