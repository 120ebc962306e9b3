import type { Change } from '@/src/schema/change';
import type { Json } from '@/src/schema/values/json';

/** A change without its timestamp. */
export type UntimedChange = { type: string; [field: string]: Json };

/** Change events, all stamped with `atMs`. */
export function stamped(events: readonly UntimedChange[], atMs: number): Change[] {
  const timestamp = new Date(atMs).toISOString();
  return events.map(({ type, ...fields }) => ({ type, timestamp, ...fields }));
}
