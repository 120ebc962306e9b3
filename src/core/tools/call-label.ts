import type { JsonObject } from '@/src/schema/values/json';
import type { Said } from '@/src/schema/values/said';

/** A call in one line, for display. */
export type CallLine<Line extends Said = string> = (name: string, args: JsonObject) => Line;

/** Longest argument shown, in UTF-16 units. */
const MAX_SHOWN = 60;

/**
 * A call in one line for display, e.g. `add_ignore_rule("*-preview*")`. A single argument is shown without
 * its name.
 */
export function callLabel(name: string, args: JsonObject): string {
  const entries = Object.entries(args);
  const shown = entries.map(([key, value]) => {
    const text = JSON.stringify(value);
    const cut = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text;
    return entries.length === 1 ? cut : `${key}: ${cut}`;
  });
  return `${name}(${shown.join(', ')})`;
}
