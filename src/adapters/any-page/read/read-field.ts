import { looksLikeKey } from '@/src/core/secrets/looks-like-key';
import { sensitivityOf } from '@/src/core/secrets/sensitive-name';
import type { PageField } from '../any-page-context';
import { pageText } from './page-text';

/** Inputs without a value that a reader of the page sees. */
const UNREAD_TYPES = ['hidden', 'submit', 'reset', 'button', 'image', 'file'];
/** Values of `autocomplete` for passwords, codes and payment cards (HTML, "Autofill"). */
const SECRET_AUTOCOMPLETE = /(^|\s)(cc-|one-time-code|current-password|new-password)/;

/** Elements that {@link readField} reads. */
export type FieldElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export function isField(element: Element): element is FieldElement {
  return ['INPUT', 'SELECT', 'TEXTAREA'].includes(element.tagName);
}

/** An input with its label; null for one without a readable value. A value that may be secret is null. */
export function readField(element: FieldElement): PageField | null {
  const { type } = element;
  if (UNREAD_TYPES.includes(type)) return null;
  const label = labelOf(element);
  return { label, value: isSecret(element, label) ? null : readValue(element) };
}

function readValue(element: FieldElement): string | boolean | null {
  if (element.tagName === 'SELECT') {
    const { selectedOptions } = element as HTMLSelectElement;
    return pageText(Array.from(selectedOptions, ({ text }) => text).join(', '));
  }
  if (element.type === 'checkbox' || element.type === 'radio') return (element as HTMLInputElement).checked;
  return looksLikeKey(element.value) ? null : pageText(element.value);
}

function isSecret(element: FieldElement, label: string): boolean {
  if (element.type === 'password' || SECRET_AUTOCOMPLETE.test(element.autocomplete)) return true;
  if (element.type === 'checkbox' || element.type === 'radio') return false;
  return [element.name, element.id, label].some((name) => sensitivityOf(name) === 'secret');
}

function labelOf(element: FieldElement): string {
  const labelled = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
  const root = element.getRootNode() as Document | ShadowRoot;
  const texts = [
    labelled.map((id) => root.getElementById(id)?.textContent ?? '').join(' '),
    element.getAttribute('aria-label') ?? '',
    element.labels?.[0]?.textContent ?? '',
    element.getAttribute('placeholder') ?? '',
    element.title,
    element.name,
  ];
  // An input may have no label at all.
  return texts.map(pageText).find((text) => text !== '') ?? '';
}
