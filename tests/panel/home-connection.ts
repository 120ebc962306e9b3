import type { Connection } from '@/src/schema/connection';

/** A connection without a key. */
export const HOME: Connection = {
  id: 'k',
  label: 'Home',
  baseUrl: 'http://home/v1',
  hasKey: false,
  headerNames: [],
  createdAtMs: 1,
};
