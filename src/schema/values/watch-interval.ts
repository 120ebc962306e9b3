/** The intervals at which a page can be checked for changes. */
export const WATCH_INTERVALS = ['hour', 'day', 'week'] as const;

export type WatchInterval = (typeof WATCH_INTERVALS)[number];
