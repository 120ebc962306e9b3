import { PAGE_LIMITS, type PageField } from '../any-page-context';
import {
  createFindLabels,
  createFindSensitivity,
  type FieldElement,
  isField,
  isSwitch,
  isTextBox,
  readField,
} from './fields';
import { pageText } from './page-text';
import { createSight, isUnread } from './visibility';

/** Elements that stand within a line of text. All others begin a line of their own. */
const INLINE = new Set(
  'A ABBR B BDI BDO BIG CITE CODE DATA DEL DFN EM FONT I INS KBD LABEL MARK Q S SAMP SLOT SMALL SPAN STRONG SUB SUP TIME TT U VAR WBR'.split(
    ' ',
  ),
);

/** Receives what a walk sees, in reading order. What has no method is left out. */
export interface Visitor {
  text(text: string): void;
  /** A sign for what the text is: brackets around a button, a hyphen before an entry of a list. */
  mark?(sign: string): void;
  /** A line ends or begins here. */
  breakLine(): void;
  /** Null for an input without a readable value, such as a button. */
  field?(field: PageField | null): void;
  /** Texts that name what is visited besides its own labels: those of its section, column and row. */
  names(): readonly string[];
  /** True if the visitor read the element as a whole, so that the walk doesn't enter it. */
  takes?(element: Element): boolean;
}

/** A visitor that collects the text, without inputs. */
export function textCollector(parts: string[]): Visitor {
  return {
    text: (text) => void parts.push(text),
    breakLine: () => void parts.push(' '),
    names: () => [],
  };
}

/** The only way to the texts and inputs of a page: what its reader doesn't see is left out. */
export interface Walker {
  walk(element: Element, visitor: Visitor): void;
  /** The text of an element and of what is in it, without inputs. */
  textOf(element: Element): string;
  /** True for an input that a reader of the page can use. */
  seesField(element: FieldElement): boolean;
  /** True once the page holds more than a reading looks at. */
  isCut(): boolean;
}

export function createWalker(document: Document, isFull: () => boolean): Walker {
  const sight = createSight(document);
  const labelsOf = createFindLabels();
  const sensitivityOf = createFindSensitivity(labelsOf);
  let elements = 0;
  let isCut = false;

  function visit(node: Node, visitor: Visitor, depth: number): void {
    if (node.nodeType === Node.TEXT_NODE) visitText(node as Text, visitor);
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    elements += 1;
    if (elements > PAGE_LIMITS.elements || depth > PAGE_LIMITS.depth || isFull()) {
      isCut = true;
      return;
    }
    const element = node as Element;
    if (isUnread(element) || visitor.takes?.(element) === true) return;
    if (isField(element)) {
      if (seesField(element))
        visitor.field?.(readField(element, visitor.names(), { labelsOf, sensitivityOf, textOf }));
      return;
    }
    const isButton = element.tagName === 'BUTTON';
    const isLine = !isButton && !INLINE.has(element.tagName);
    if (isLine) visitor.breakLine();
    if (element.tagName === 'LI') visitor.mark?.('- ');
    if (isButton) visitor.mark?.('[');
    visitIn(element, visitor, depth);
    if (isButton) visitor.mark?.('] ');
    if (isLine) visitor.breakLine();
  }

  function seesField(element: FieldElement): boolean {
    // Check boxes are often drawn by other elements, in front of one that can't be seen.
    return isSwitch(element) || sight.seesField(element);
  }

  function visitText(text: Text, visitor: Visitor): void {
    if (text.data.trim() === '') visitor.text(' ');
    else visitor.text(sight.shownText(text));
  }

  function visitIn(element: Element, visitor: Visitor, depth: number): void {
    if (isTextBox(element) && sensitivityOf(element, visitor.names()) !== 'open') return;
    for (const node of shownIn(element)) visit(node, visitor, depth + 1);
  }

  function textOf(element: Element): string {
    // A label may stand somewhere else, in what is hidden.
    if (element.closest('[hidden], [aria-hidden="true"]') !== null) return '';
    const parts: string[] = [];
    visit(element, textCollector(parts), 0);
    return pageText(parts.join(''));
  }

  return {
    walk: (element, visitor) => visitIn(element, visitor, 0),
    textOf,
    seesField: (element) => !isUnread(element) && seesField(element),
    isCut: () => isCut,
  };
}

/** The nodes that are shown in an element: those of an open shadow tree, and what is slotted into it. */
function shownIn(element: Element): Iterable<Node> {
  if (element.shadowRoot !== null) return element.shadowRoot.childNodes;
  if (element.tagName === 'SLOT') {
    const assigned = (element as HTMLSlotElement).assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return element.childNodes;
}
