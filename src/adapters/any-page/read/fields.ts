import { looksLikeKey } from '@/src/core/secrets/looks-like-key';
import { sensitivityOfLabel } from '@/src/core/secrets/secret-labels';
import type { Sensitivity } from '@/src/core/secrets/sensitive-name';
import type { PageField } from '../any-page-context';
import { onceEach } from './once-each';
import { pageText } from './page-text';
import { isDotted, styleOf } from './visibility';

/** Elements with a value that the user or the page enters. */
export type FieldElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Types of inputs whose value is not visible to a reader of the page, or is not a value. */
const UNREAD_TYPES = ['hidden', 'submit', 'reset', 'button', 'image', 'file'];
/** Longest text beside, in or above a field that can count as its name, in UTF-16 units. */
const MAX_NAME = 80;
/** Most nodes that are visited on one side of a field. */
const MAX_BESIDE = 60;
/** Elements whose name also names the fields inside them. */
const GROUPS = 'fieldset, dialog, [role$="group"], [role="dialog"]';

export function isField(element: Element): element is FieldElement {
  return ['INPUT', 'SELECT', 'TEXTAREA'].includes(element.tagName);
}

export function isReadable({ type }: FieldElement): boolean {
  return !UNREAD_TYPES.includes(type);
}

/** True for a check box or a radio button. */
export function isSwitch(element: FieldElement): element is HTMLInputElement {
  return element.type === 'checkbox' || element.type === 'radio';
}

/** True for a text box made of elements other than inputs. */
export function isTextBox(element: Element): boolean {
  const role = element.getAttribute('role');
  return (
    element.hasAttribute('contenteditable') || (role !== null && /^(?:text|search|combo)box$/.test(role))
  );
}

/** Finds the elements that label an element, in order of precedence. */
type FindLabels = (element: Element) => Element[];

/**
 * Indexes the labels of each document and shadow tree once: the DOM property `labels` searches the whole tree each
 * time.
 */
export function createFindLabels(): FindLabels {
  const labelsIn = onceEach((root: Document | ShadowRoot) => {
    const labels = new Map<Element, Element[]>();
    for (const label of root.querySelectorAll<HTMLLabelElement>('label, legend')) {
      // A legend labels its group.
      const { control = label.parentElement } = label;
      // A field may have several labels; there is no list before the first one.
      if (control !== null) labels.set(control, [...(labels.get(control) ?? []), label]);
    }
    return labels;
  });

  return (element) => {
    const root = element.getRootNode() as Document | ShadowRoot;
    // Many elements have no label.
    return [...elementsOf(element, 'aria-labelledby'), ...(labelsIn(root).get(element) ?? [])];
  };
}

/** The elements whose ids are listed in an attribute. */
function elementsOf(element: Element, attribute: string): Element[] {
  const root = element.getRootNode() as Document | ShadowRoot;
  const ids = element.getAttribute(attribute)?.split(/\s+/) ?? [];
  return ids.map((id) => root.getElementById(id)).filter((one) => one !== null);
}

/** The names that an element's attributes give it. */
function namesIn(element: Element): string[] {
  return ['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? '');
}

/** Rates how sensitive an element's value is by all its names. `around`: the names of its section, column and row. */
type FindSensitivity = (element: Element, around: readonly string[]) => Sensitivity;

/**
 * Creates the only function that rates values. One name that marks the value as secret is enough, whatever the other
 * names are.
 */
export function createFindSensitivity(labelsOf: FindLabels): FindSensitivity {
  const judged = onceEach(sensitivityOfLabel);

  return (element, around) => {
    const names = [
      ...['name', 'id', 'aria-description'].map((name) => element.getAttribute(name) ?? ''),
      ...[element, ...groupsOf(element)].flatMap((one) => [...namesIn(one), ...labelsOf(one).map(wholeText)]),
      ...elementsOf(element, 'aria-describedby').map(wholeText),
    ];
    const beside = [
      ...around,
      ...textsBeside(element, 'previousSibling', 3),
      ...textsBeside(element, 'nextSibling', 1),
    ];
    const all = [...names, ...beside.filter(({ length }) => length <= MAX_NAME)];
    const kinds = all.map((name) => judged(name.slice(0, 2 * MAX_NAME)));
    return kinds.includes('secret') ? 'secret' : kinds.includes('token') ? 'token' : 'open';
  };
}

/** The grouping elements around an element, including the host of its shadow tree. */
function groupsOf(element: Element): Element[] {
  const root = element.getRootNode() as Partial<ShadowRoot>;
  const group = element.parentElement?.closest(GROUPS) ?? root.host;
  return group === undefined ? [] : [group, ...groupsOf(group)];
}

/**
 * Up to `most` texts on one side of an element, up to the next field, heading, navigation, or the end of the table row.
 */
function textsBeside(element: Element, side: 'previousSibling' | 'nextSibling', most: number): string[] {
  const texts: string[] = [];
  let nodesLeft = MAX_BESIDE;

  function isEnd(node: Node): boolean {
    const { nodeName, control } = node as HTMLLabelElement;
    if (nodeName === 'LABEL') return ![null, element].includes(control);
    return (
      /^(?:NAV|H[1-6])$/.test(nodeName) || (isField(node as Element) && isReadable(node as FieldElement))
    );
  }

  /** Text of a node; null where the texts end. */
  function textIn(node: Node): string | null {
    nodesLeft -= 1;
    if (nodesLeft < node.childNodes.length || isEnd(node)) return null;
    if (node.nodeType === Node.TEXT_NODE) return node.nodeValue;
    const parts = Array.from(node.childNodes, textIn);
    if (parts.includes(null)) return null;
    // Inline markup may mark a single letter of a word as its shortcut.
    return /^(?:[BIU]|EM|STRONG|WBR)$/.test(node.nodeName) ? parts.join('') : ` ${parts.join('')} `;
  }

  let at: Node | null = element;
  while (at !== null && at.nodeName !== 'TR' && (at as Partial<Element>).getAttribute?.('role') !== 'row') {
    for (let node = at[side]; node !== null; node = node[side]) {
      const text = textIn(node);
      if (text === null) return texts;
      if (text.trim() !== '' && texts.push(text.trim()) === most) return texts;
    }
    // Texts beside a shadow host are also beside the content of its tree.
    at = at.parentNode ?? (at as Partial<ShadowRoot>).host ?? null;
  }
  return texts;
}

/** A label's text without the values of fields inside it, which do not name anything. Invisible text counts, too. */
function wholeText(label: Element): string {
  const texts = label.ownerDocument.createNodeIterator(label, NodeFilter.SHOW_TEXT);
  let whole = '';
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    if (node.parentElement?.closest('textarea, select') === null) whole += node.nodeValue;
  }
  return whole;
}

/**
 * Values of `autocomplete` for passwords, codes and payment cards (HTML, "Autofill"). They also count in an attribute
 * that is invalid as a whole.
 */
const SECRET_AUTOCOMPLETE = /(^|\s)(cc-|one-time-code|current-password|new-password)/i;

/** Functions that find the names of fields. `textOf` returns the visible text of an element. */
interface FieldNames {
  labelsOf: FindLabels;
  sensitivityOf: FindSensitivity;
  textOf: (element: Element) => string;
}

/**
 * Reads a field with its label; null for a field without a readable value. A value that may be secret is null.
 * `around`: the names of its section, column and row.
 */
export function readField(
  element: FieldElement,
  around: readonly string[],
  { labelsOf, sensitivityOf, textOf }: FieldNames,
): PageField | null {
  if (!isReadable(element)) return null;
  const label =
    labelsOf(element)
      .map(textOf)
      .find((text) => text !== '') ??
    // A field may have no label at all.
    [...namesIn(element), element.name].map(pageText).find((text) => text !== '') ??
    '';
  if (isSwitch(element)) return { label, value: element.checked };
  const value = shownValue(element);
  if (isMasked(element) || looksLikeKey(value) || isCardNumber(value)) return { label, value: null };
  const sensitivity = sensitivityOf(element, around);
  const isCount = /^[\d\s.,]*$/.test(value);
  return {
    label,
    value: sensitivity === 'open' || (sensitivity === 'token' && isCount) ? pageText(value) : null,
  };
}

function shownValue(element: FieldElement): string {
  if (element.tagName !== 'SELECT') return element.value;
  return Array.from((element as HTMLSelectElement).selectedOptions, ({ text }) => text).join(', ');
}

/** True if the page masks the value, or autofill would enter a secret. */
function isMasked(element: FieldElement): boolean {
  if (element.type === 'password' || SECRET_AUTOCOMPLETE.test(element.getAttribute('autocomplete') ?? ''))
    return true;
  return isDotted(styleOf(element));
}

/** True for 13 to 19 digits with a valid check digit (ISO/IEC 7812). */
function isCardNumber(value: string): boolean {
  if (!/^\d(?:[ -]?\d){12,18}$/.test(value.trim())) return false;
  const digits = Array.from(value.replace(/\D/g, ''), Number).reverse();
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? digit : 2 * digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
