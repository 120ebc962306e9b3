import { looksLikeKey } from '@/src/core/secrets/looks-like-key';
import type { Sensitivity } from '@/src/core/secrets/sensitive-name';
import type { PageField } from '../any-page-context';
import { type FieldElement, isReadable, namesIn } from './field-names';
import { pageText } from './page-text';
import { isDotted } from './visibility';
import type { Walker } from './walk';

/** Values of `autocomplete` for passwords, codes and payment cards (HTML, "Autofill"). */
const SECRET_AUTOCOMPLETE = /(^|\s)(cc-|one-time-code|current-password|new-password)/;

/** An input with its label; null for one without a readable value. A value that may be secret is null. */
export function readField(element: FieldElement, walker: Walker, sensitivity: Sensitivity): PageField | null {
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
  const value = shownValue(element);
  return { label, value: isMasked(element) || isSecret(value, sensitivity) ? null : pageText(value) };
}

function shownValue(element: FieldElement): string {
  if (element.tagName !== 'SELECT') return element.value;
  return Array.from((element as HTMLSelectElement).selectedOptions, ({ text }) => text).join(', ');
}

/** True if the page shows dots instead of the value, or would have it filled in as a secret. */
function isMasked(element: FieldElement): boolean {
  if (element.type === 'password' || SECRET_AUTOCOMPLETE.test(element.autocomplete)) return true;
  const style = element.ownerDocument.defaultView?.getComputedStyle(element);
  return style !== undefined && isDotted(style);
}

function isSecret(value: string, sensitivity: Sensitivity): boolean {
  if (sensitivity === 'secret' || looksLikeKey(value) || isCardNumber(value)) return true;
  return sensitivity === 'token' && !/^[\d\s.,]*$/.test(value);
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
