import type { TestDetails } from '@playwright/test';
import type { ProductName } from '@/tests/drive/steward-browser';

/** The type of a story's annotation by {@link onlyIn}, for each browser. */
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

/** The annotation by {@link onlyIn} among those of a story; undefined for a story of both browsers. */
export function findOnlyIn<Annotation extends { type: string }>(
  annotations: readonly Annotation[],
): Annotation | undefined {
  const types = Object.values(ONLY_IN);
  return annotations.find(({ type }) => types.includes(type));
}
