import { looksLikeKey } from '@/src/core/secrets/looks-like-key';
import type { PageField } from '../any-page-context';
import {
  type FieldElement,
  type FindLabels,
  type FindSensitivity,
  isReadable,
  isSwitch,
  namesIn,
} from './field-names';
import { pageText } from './page-text';
import { isDotted, styleOf } from './visibility';

/**
 * Values of `autocomplete` for passwords, codes and payment cards (HTML, "Autofill"). They count in an attribute that isn't valid as
 * a whole, too.
 */
const SECRET_AUTOCOMPLETE = /(^|\s)(cc-|one-time-code|current-password|new-password)/i;

/** Names of a page's inputs, as far as a reading knows them. `textOf`: the text that is seen in an element. */
interface FieldNames {
  labelsOf: FindLabels;
  sensitivityOf: FindSensitivity;
  textOf: (element: Element) => string;
}

/**
 * An input with its label; null for one without a readable value. A value that may be secret is null. `around`: the names of its
 * section, column and row.
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
    // An input may have no label at all.
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

/** True if the page shows dots instead of the value, or would have it filled in as a secret. */
function isMasked(element: FieldElement): boolean {
  if (element.type === 'password' || SECRET_AUTOCOMPLETE.test(element.getAttribute('autocomplete') ?? ''))
    return true;
  return isDotted(styleOf(element));
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
