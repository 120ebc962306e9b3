import type { Json } from '@/src/schema/values/json';

/** Elements that are tried, one after the other. */
const MAX_TRIED = 80;

/**
 * Takes each element of the page away, reads, and restores it. A reading without the element may fail, be the same, or lack
 * entries; it must not have another value for something that is still there, nor lose all entries at once.
 */
export async function findMisreadings(document: Document, read: () => Promise<Json>): Promise<string[]> {
  const whole = await read();
  const found: string[] = [];
  for (const element of [...document.body.querySelectorAll('*')].slice(0, MAX_TRIED)) {
    const place = document.createComment('');
    element.replaceWith(place);
    // A reading that fails is the right answer.
    const reading = await read().catch(() => null);
    place.replaceWith(element);
    const difference = reading === null ? null : misreading(whole, reading, '');
    if (difference !== null) found.push(`without ${nameOf(element)}: ${difference}`);
  }
  return found;
}

/** The first value that a reading has changed; null if it only lacks some. */
function misreading(whole: Json, reading: Json, path: string): string | null {
  if (Array.isArray(whole) && Array.isArray(reading)) {
    const known = new Set(whole.map((item) => JSON.stringify(item)));
    const other = reading.find((item) => !known.has(JSON.stringify(item)));
    if (other !== undefined) return `${path} has ${JSON.stringify(other)}`;
    return isEmptied(whole.length, reading.length) ? `${path} is empty` : null;
  }
  if (!isObject(whole) || !isObject(reading)) {
    return JSON.stringify(whole) === JSON.stringify(reading) ? null : `${path} is ${JSON.stringify(reading)}`;
  }
  if (isEmptied(Object.keys(whole).length, Object.keys(reading).length)) return `${path} is empty`;
  for (const [name, value] of Object.entries(reading)) {
    const known = Object.hasOwn(whole, name) ? whole[name] : undefined;
    const at = `${path}.${name}`;
    const difference = known === undefined ? `${at} is new` : misreading(known, value, at);
    if (difference !== null) return difference;
  }
  return null;
}

function isEmptied(before: number, after: number): boolean {
  return before > 1 && after === 0;
}

function isObject(value: Json): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameOf(element: Element): string {
  const marks = [...element.attributes].slice(0, 2).map(({ name, value }) => `[${name}="${value}"]`);
  return `<${element.localName}>${marks.join('')}`;
}
