import type { TestDetails } from '@playwright/test';
import type { ProductName } from '@/tests/drive/steward-browser';

/** The types of the annotations that {@link onlyIn} makes, by browser. */
export const ONLY_IN: Readonly<Record<ProductName, string>> = {
  chromium: 'only in Chromium',
  firefox: 'only in Firefox',
};

/**
 * The details of a story that runs in one browser. In the other it is skipped with `reason`, a sentence that
 * docs/browsers.md has in its table of such stories.
 */
export function onlyIn(product: ProductName, reason: string, details: TestDetails): TestDetails {
  return { ...details, annotation: { type: ONLY_IN[product], description: reason } };
}
