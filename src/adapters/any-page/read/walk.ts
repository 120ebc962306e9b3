import type { PageField } from '../any-page-context';
import { PAGE_LIMITS } from '../page-limits';
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
import { createSight, isUnread, type TextSpan } from './visibility';

/** Elements that flow within a line of text. All others start a line. */
const INLINE = new Set(
  'A ABBR B BDI BDO BIG CITE CODE DATA DEL DFN EM FONT I INS KBD LABEL MARK Q S SAMP SLOT SMALL SPAN STRONG SUB SUP TIME TSPAN TT U VAR WBR'.split(
    ' ',
  ),
);

/** True for an element or another node that starts a line. Buttons and texts don't. */
export function isLine({ nodeName, nodeType }: Node): boolean {
  const name = nodeName.toUpperCase();
  return nodeType !== Node.TEXT_NODE && name !== 'BUTTON' && !INLINE.has(name);
}

/** Receives the visible content of a walk in reading order. Content for which a visitor has no method is skipped. */
export interface Visitor {
  /** `shownIn` returns what is visible of a part of the text. */
  text(text: Text, shownIn: (part: TextSpan) => string): void;
  /** A mark of the kind of text: brackets around a button, a hyphen before a list item. */
  mark?(sign: string): void;
  /** A line ends or begins here. */
  breakLine(): void;
  /** Null for a field without a readable value, such as a button. */
  field?(field: PageField | null): void;
  /** Names that apply to visited fields in addition to their labels: those of the section, column and row. */
  names(): readonly string[];
  /** True if the visitor read the element as a whole, so that the walk doesn't enter it. */
  takes?(element: Element): boolean;
}

/** A visitor that collects text and skips fields. */
export function textCollector(parts: string[]): Visitor {
  return {
    text: (text, shownIn) => void parts.push(shownIn(wholeOf(text))),
    breakLine: () => void parts.push(' '),
    names: () => [],
  };
}

/** The only access to the texts and fields of a page; skips what is invisible. */
export interface Walker {
  walk(element: Element, visitor: Visitor): void;
  visit(node: Node, visitor: Visitor): void;
  /** The visible text of an element and its descendants, without fields. */
  textOf(element: Element): string;
  /** True for a field that a user of the page can operate. */
  seesField(element: FieldElement): boolean;
  /** True once a limit stopped the walk before the end of the page. */
  isCut(): boolean;
}

/** The span of a whole text. */
export const wholeOf = ({ length }: Text): TextSpan => [0, length];

export function createWalker(document: Document, isFull: () => boolean): Walker {
  const sight = createSight(document);
  const labelsOf = createFindLabels();
  const sensitivityOf = createFindSensitivity(labelsOf);
  let elements = 0;
  let isCut = false;

  function visit(node: Node, visitor: Visitor, depth: number): void {
    if (node.nodeType === Node.TEXT_NODE) visitor.text(node as Text, (part) => shownIn(node as Text, part));
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
    const isOwnLine = isLine(element);
    if (isOwnLine) visitor.breakLine();
    if (element.tagName === 'LI') visitor.mark?.('- ');
    if (isButton) visitor.mark?.('[');
    visitIn(element, visitor, depth);
    if (isButton) visitor.mark?.('] ');
    if (isOwnLine) visitor.breakLine();
  }

  function seesField(element: FieldElement): boolean {
    // Pages often draw other elements in front of a check box that is itself invisible.
    return isSwitch(element) || sight.seesField(element);
  }

  function shownIn(text: Text, part: TextSpan): string {
    const data = text.data.slice(...part);
    // White space separates words also where it isn't drawn.
    return data.trim() === '' ? data : sight.shownText(text, part);
  }

  function visitIn(element: Element, visitor: Visitor, depth: number): void {
    if (isTextBox(element) && sensitivityOf(element, visitor.names()) !== 'open') return;
    for (const node of childrenOf(element)) visit(node, visitor, depth + 1);
  }

  function textOf(element: Element): string {
    // An element referenced as a label may be inside a hidden one.
    if (element.closest('[hidden], [aria-hidden="true"]') !== null) return '';
    const parts: string[] = [];
    visit(element, textCollector(parts), 0);
    return pageText(parts.join(''));
  }

  return {
    walk: (element, visitor) => visitIn(element, visitor, 0),
    visit: (node, visitor) => visit(node, visitor, 0),
    textOf,
    seesField: (element) => !isUnread(element) && seesField(element),
    isCut: () => isCut,
  };
}

/** The displayed child nodes of an element: those of an open shadow tree, or those assigned to a slot. */
function childrenOf(element: Element): Iterable<Node> {
  if (element.shadowRoot !== null) return element.shadowRoot.childNodes;
  if (element.tagName === 'SLOT') {
    const assigned = (element as HTMLSlotElement).assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return element.childNodes;
}
