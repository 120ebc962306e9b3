import type { Change } from '@/src/schema/change';
import type { Json } from '@/src/schema/values/json';

export type UntimedChange = { type: string; [field: string]: Json };

/** Adds the time `atMs` to change events, as an ISO timestamp. */
export function stamped(events: readonly UntimedChange[], atMs: number): Change[] {
  const timestamp = new Date(atMs).toISOString();
  return events.map(({ type, ...fields }) => ({ type, timestamp, ...fields }));
}
