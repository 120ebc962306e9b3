import { textError } from '@/src/core/errors';
import { cleanPart } from '@/src/core/secrets/clean-text';
import { createFindLabels, createFindSensitivity, isField, isReadable, isTextBox, readField } from './fields';
import { createSight, isHidden, isShadowRoot, parentOf, styleOf, type TextSpan } from './visibility';
import { createWalker, isLine, type Walker, wholeOf } from './walk';

/**
 * The text that the user has selected in a document or in its frames, as a reader of the page sees it: without what is hidden, and
 * without anything that looks like a key. Empty if there is none. Throws `invalid-message` for a selection that no script can read.
 */
export function readSelection(document: Document): string {
  return selectedIn(document) ?? '';
}

/** The same; null if nothing is selected. */
function selectedIn(document: Document): string | null {
  const frames = Array.from(document.querySelectorAll<HTMLIFrameElement>('iframe, frame'));
  const focused = frames.filter((frame) => frame === document.activeElement);
  // The frame that has the focus has the newest selection. A script can select text without moving the focus.
  for (const frame of [...focused, null, ...frames]) {
    const text =
      frame === null ? (selectedInField(document) ?? selectedText(document)) : selectedInFrame(frame);
    if (text !== null) return text;
  }
  return null;
}

function selectedInFrame(frame: HTMLIFrameElement): string | null {
  const { contentDocument: inner, ownerDocument: outer } = frame;
  if (inner === null && frame === outer.activeElement) throw unreadable();
  const isSeen = !isWithheld(frame) && createSight(outer).seesField(frame);
  return inner === null || !isSeen ? null : selectedIn(inner);
}

const unreadable = () => textError('invalid-message', 'any-page.error.unreadableSelection');

/** The selected part of a focused text field that is read; null if there is none, and empty for a secret value. */
function selectedInField(document: Document): string | null {
  let { activeElement: field } = document;
  for (let inner = field; inner != null; inner = shadowRootOf(inner)?.activeElement ?? null) field = inner;
  if (field === null || !isField(field) || field.tagName === 'SELECT' || !isReadable(field)) return null;
  const { value, selectionStart: from, selectionEnd: to } = field as HTMLInputElement | HTMLTextAreaElement;
  if (from === null || to === null || from === to) return null;
  const labelsOf = createFindLabels();
  const { textOf, seesField } = createWalker(document, () => false);
  const finders = { labelsOf, sensitivityOf: createFindSensitivity(labelsOf), textOf };
  const isSecret = !seesField(field) || (readField(field, [], finders)?.value ?? null) === null;
  return isSecret ? '' : cleanPart(value, [from, to]).trim();
}

function selectedText(document: Document): string | null {
  const selection = document.getSelection();
  if (selection?.type !== 'Range') return null;
  const ranges = rangesOf(selection, []).filter(({ collapsed }) => !collapsed);
  if (ranges.length === 0) throw unreadable();
  const walker = createWalker(document, () => false);
  return ranges
    .map((range) => textIn(range, walker))
    .filter((text) => text !== '')
    .join('\n');
}

/**
 * The selected ranges; Firefox may have several. Outside of a shadow tree, a range in it encloses its host, so the ranges are
 * requested again with the roots that they enclose.
 */
function rangesOf(selection: Selection, shadowRoots: ShadowRoot[]): Range[] {
  const ranges =
    // Chromium has this function since 137.
    selection.getComposedRanges?.({ shadowRoots }) ??
    Array.from({ length: selection.rangeCount }, (_, index) => selection.getRangeAt(index));
  const roots = ranges.map(enclosedRoot).filter((root) => root !== null && !shadowRoots.includes(root));
  if (roots.length > 0) return rangesOf(selection, [...shadowRoots, ...(roots as ShadowRoot[])]);
  return ranges.map(({ startContainer, startOffset, endContainer, endOffset }) => {
    const range = new Range();
    range.setStart(startContainer, startOffset);
    range.setEnd(endContainer, endOffset);
    return range;
  });
}

/** The shadow root of the only element that a range encloses; null for another range. */
function enclosedRoot({
  startContainer,
  startOffset,
  endContainer,
  endOffset,
}: AbstractRange): ShadowRoot | null {
  const isOne = startContainer === endContainer && startOffset + 1 === endOffset;
  const host = startContainer.childNodes[startOffset];
  return isOne && host !== undefined ? shadowRootOf(host as Element) : null;
}

/** The function by which extensions open closed shadow trees in Chromium. */
interface ExtensionScope {
  chrome?: { dom?: { openOrClosedShadowRoot(element: Element): ShadowRoot | null } };
}

/** The property of an element that extensions have in Firefox in place of it. */
interface ExtensionElement {
  openOrClosedShadowRoot?: ShadowRoot | null;
}

/** The root of an element's shadow tree, also of a closed one; null for none. */
function shadowRootOf(element: Element): ShadowRoot | null {
  const { chrome } = globalThis as ExtensionScope;
  const { openOrClosedShadowRoot } = element as ExtensionElement;
  // Chromium's function throws for anything but an element of HTML.
  const closed = 'innerText' in element ? chrome?.dom?.openOrClosedShadowRoot(element) : null;
  return closed ?? openOrClosedShadowRoot ?? element.shadowRoot ?? null;
}

/** The text of a range. Keys are found in the whole lines that it begins and ends in. */
function textIn(range: Range, walker: Walker): string {
  const { commonAncestorContainer: common } = range;
  if (isWithheld(common)) return '';
  let text = '';
  let selected: [from: number, to: number] | null = null;
  const visitor = {
    names: () => [],
    breakLine: () => {
      if (!text.endsWith('\n')) text += '\n';
    },
    takes: (element: Element) => isLine(element) && !isIn(range, element),
    text(node: Text, shownIn: (part: TextSpan) => string) {
      // Either form of the computed value: that of `white-space`, or that of `white-space-collapse`.
      const keepsBreaks = /pre|break-spaces/.test(styleOf(parentOf(node) as Element)?.whiteSpace ?? '');
      const write = (part: TextSpan) => {
        const shown = shownIn(part);
        text += keepsBreaks ? shown : shown.replace(/\s+/g, ' ');
      };
      if (!isIn(range, node)) return write(wholeOf(node));
      const from = node === range.startContainer ? range.startOffset : 0;
      const to = node === range.endContainer ? range.endOffset : node.length;
      write([0, from]);
      selected ??= [text.length, 0];
      write([from, to]);
      selected[1] = text.length;
      write([to, node.length]);
    },
  };
  for (const node of lineAround(common).childNodes) walker.visit(node, visitor);
  return selected === null ? '' : cleanPart(text, selected).trim();
}

/** The node itself, or its nearest ancestor, that contains whole lines. A closed shadow tree can be read from its root only. */
function lineAround(node: Node): Node {
  const outer = isShadowRoot(node) && node.mode === 'open' ? node.host : node;
  return isLine(outer) || outer.parentNode === null ? node : lineAround(outer.parentNode);
}

/** True if the range contains at least a part of the node, or of the host of the node's shadow tree. */
function isIn(range: Range, node: Node): boolean {
  const root = node.getRootNode();
  if (root === range.startContainer.getRootNode()) return range.intersectsNode(node);
  return isShadowRoot(root) && isIn(range, root.host);
}

/** True for a node in a hidden element, or in a text box whose name says that its text is secret. */
function isWithheld(node: Node): boolean {
  const sensitivityOf = createFindSensitivity(createFindLabels());
  const elements: Element[] = [];
  for (let at: Node | null = node; at !== null; at = parentOf(at)) {
    if (at.nodeType === Node.ELEMENT_NODE) elements.push(at as Element);
  }
  return elements.some((at) => isHidden(at) || (isTextBox(at) && sensitivityOf(at, []) !== 'open'));
}
