import { sensitivityOfLabel } from '@/src/core/secrets/secret-labels';

/** Elements that have a value of the user or of the page. */
export type FieldElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export function isField(element: Element): element is FieldElement {
  return ['INPUT', 'SELECT', 'TEXTAREA'].includes(element.tagName);
}

/** Finds the elements that label an element, in the order in which they count. */
export type FindLabels = (element: Element) => Element[];

/** Finds the labels of each document and shadow tree once: an input that is asked for its own looks through all elements. */
export function createFindLabels(): FindLabels {
  const labelsIn = new Map<Node, Map<Element, Element[]>>();

  function labelsOf(root: Document | ShadowRoot): Map<Element, Element[]> {
    const known = labelsIn.get(root);
    if (known !== undefined) return known;
    const labels = new Map<Element, Element[]>();
    for (const label of root.querySelectorAll('label')) {
      const { control } = label;
      // An input may have several labels; for the first one there is no list yet.
      if (control !== null) labels.set(control, [...(labels.get(control) ?? []), label]);
    }
    labelsIn.set(root, labels);
    return labels;
  }

  return (element) => {
    const root = element.getRootNode() as Document | ShadowRoot;
    const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
    // Only inputs have labels, and many have none.
    const labels = isField(element) ? labelsOf(root).get(element) : undefined;
    return [...ids.map((id) => root.getElementById(id)), ...(labels ?? [])].filter((label) => label !== null);
  };
}

/** The names that an element's attributes give it for its readers. */
export function namesIn(element: Element): string[] {
  return ['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? '');
}

/** All names for readers that aren't empty. Those that aren't seen may say that the value is secret, too. */
export function namesOf(element: Element, labelsOf: FindLabels): string[] {
  return [...labelsOf(element).map(wholeText), ...namesIn(element)].filter((name) => name.trim() !== '');
}

/** A label's text without the values of inputs in it, which say nothing of what they are. */
function wholeText(label: Element): string {
  const texts = label.ownerDocument.createNodeIterator(label, NodeFilter.SHOW_TEXT);
  let whole = '';
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    if (node.parentElement?.closest('textarea, select') === null) whole += node.nodeValue;
  }
  return whole;
}

/** True for a text box made of other elements, whose name says that its content is secret. */
export function isSecretTextBox(element: Element, labelsOf: FindLabels): boolean {
  const role = element.getAttribute('role');
  if (!element.hasAttribute('contenteditable') && !/^(?:text|search)box$|^combobox$/.test(role ?? ''))
    return false;
  return namesOf(element, labelsOf).some((name) => sensitivityOfLabel(name) !== 'open');
}
