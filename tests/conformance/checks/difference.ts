import { isSameJson } from '@/src/core/hash';
import { isJsonObject, type Json } from '@/src/schema/values/json';

/** Longest value in a sentence. */
const MAX_LENGTH = 80;

/** Members at the start of a path that are the same for all entries of a page: the kind of state, and the name of its table. */
const COMMON = 2;

/**
 * The first difference between the state of a preview and that of the page in words, e.g. `preview item-250 = 42, page 40. Does the server
 * round?`; null if they are equal.
 */
export function differenceInWords(preview: Json, page: Json): string | null {
  const found = firstDifference(preview, page, []);
  if (found === null) return null;
  const name = found.path.slice(Math.min(found.path.length - 1, COMMON)).join('.');
  const values = `preview ${name} = ${inWords(found.preview)}, page ${inWords(found.page)}.`;
  const question = questionFor(found.preview, found.page);
  return question === null ? values : `${values} ${question}`;
}

interface Difference {
  path: string[];
  /** Undefined for a member that is missing. */
  preview: Json | undefined;
  page: Json | undefined;
}

function firstDifference(
  preview: Json | undefined,
  page: Json | undefined,
  path: string[],
): Difference | null {
  if (isJsonObject(preview) && isJsonObject(page)) {
    const names = [...new Set([...Object.keys(preview), ...Object.keys(page)])];
    return names.reduce<Difference | null>(
      (found, name) => found ?? firstDifference(own(preview, name), own(page, name), [...path, name]),
      null,
    );
  }
  // Undefined is no JSON.
  return isSameJson(preview ?? null, page ?? null) ? null : { path, preview, page };
}

function own(value: Readonly<Record<string, Json>>, name: string): Json | undefined {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function inWords(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}… (${text.length} characters)` : text;
}

function questionFor(preview: Json | undefined, page: Json | undefined): string | null {
  if (typeof preview === 'number' && typeof page === 'number') return 'Does the server round or limit it?';
  if (typeof preview !== 'string' || typeof page !== 'string') return null;
  if (preview.trim() === page) return 'Does the server remove spaces?';
  if (preview.toLowerCase() === page.toLowerCase()) return 'Does the server change its case?';
  return preview.startsWith(page) ? 'Does the server cut it?' : null;
}
