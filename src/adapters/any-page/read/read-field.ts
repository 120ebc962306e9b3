import { looksLikeKey } from '@/src/core/secrets/looks-like-key';
import { sensitivityOfLabel } from '@/src/core/secrets/secret-labels';
import type { PageField } from '../any-page-context';
import { type FieldElement, namesIn, namesOf } from './field-names';
import { pageText } from './page-text';
import type { Walker } from './walk';

/** Inputs without a value that a reader of the page sees. */
const UNREAD_TYPES = ['hidden', 'submit', 'reset', 'button', 'image', 'file'];
/** Values of `autocomplete` for passwords, codes and payment cards (HTML, "Autofill"). */
const SECRET_AUTOCOMPLETE = /(^|\s)(cc-|one-time-code|current-password|new-password)/;
/** Text beside an input is taken for its name if it isn't longer. */
const MAX_NAME = 80;

export function isReadable({ type }: FieldElement): boolean {
  return !UNREAD_TYPES.includes(type);
}

/**
 * An input with its label; null for one without a readable value. A value that may be secret is null. `beside`: texts that name the
 * input if it has no label of its own.
 */
export function readField(
  element: FieldElement,
  walker: Walker,
  beside: readonly string[],
): PageField | null {
  const { type } = element;
  if (!isReadable(element)) return null;
  const label =
    walker
      .labelsOf(element)
      .map(walker.textOf)
      .find((text) => text !== '') ??
    // An input may have no label at all.
    [...namesIn(element), element.name].map(pageText).find((text) => text !== '') ??
    '';
  if (type === 'checkbox' || type === 'radio') return { label, value: (element as HTMLInputElement).checked };
  const own = namesOf(element, walker.labelsOf);
  const names = [element.name, element.id, ...(own.length > 0 ? own : beside.filter(isName))];
  return {
    label,
    value: isMasked(element) || isSecret(shownValue(element), names) ? null : pageText(shownValue(element)),
  };
}

function isName(text: string): boolean {
  return text.length <= MAX_NAME;
}

function shownValue(element: FieldElement): string {
  if (element.tagName !== 'SELECT') return element.value;
  return Array.from((element as HTMLSelectElement).selectedOptions, ({ text }) => text).join(', ');
}

/** True if the page shows dots instead of the value, or would have it filled in as a secret. */
function isMasked(element: FieldElement): boolean {
  if (element.type === 'password' || SECRET_AUTOCOMPLETE.test(element.autocomplete)) return true;
  const style = element.ownerDocument.defaultView?.getComputedStyle(element);
  return !['', 'none', undefined].includes(style?.getPropertyValue('-webkit-text-security'));
}

function isSecret(value: string, names: readonly string[]): boolean {
  const kinds = names.map((name) => sensitivityOfLabel(name.slice(0, 2 * MAX_NAME)));
  if (kinds.includes('secret') || looksLikeKey(value) || isCardNumber(value)) return true;
  return kinds.includes('token') && !/^[\d\s.,]*$/.test(value);
}

/** True for 13 to 19 digits whose check digit is right (ISO/IEC 7812). */
function isCardNumber(value: string): boolean {
  if (!/^\d(?:[ -]?\d){12,18}$/.test(value.trim())) return false;
  const digits = Array.from(value.replace(/\D/g, ''), Number).reverse();
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? digit : 2 * digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
