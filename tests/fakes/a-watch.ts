import type { Watch } from '@/src/schema/watch';

/** A watch that has never been checked, with these fields. */
export function aWatch(fields: Partial<Watch>): Watch {
  return {
    adapterId: 'notes',
    origin: 'http://a.test',
    instanceId: 'i',
    every: 'hour',
    nextAtMs: 0,
    checkedAtMs: null,
    news: [],
    isTold: true,
    failure: null,
    ...fields,
  };
}
