import type { PageLink } from './page-link';

/** Access to pages that changes nothing in their state. */
export type PageView = Omit<PageLink, 'applyState' | 'execute' | 'isNewest' | 'placeOf' | 'query' | 'recall'>;
