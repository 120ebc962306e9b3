import type { PageButton } from '@/entrypoints/content/page-button';

/** For tests in whose pages nobody looks for a button. */
export const noPageButton: PageButton = { show: () => undefined, hide: () => undefined };
