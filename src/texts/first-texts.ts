import type { TextKey } from '@/src/schema/values/said';

/** Texts of the panel's static document, by the names that mark their places in it. */
export const FIRST_TEXTS = {
  model: 'header.model.label',
  loading: 'header.model.empty.loading',
  reading: 'header.page.reading',
  message: 'composer.field.label',
  placeholder: 'composer.field.placeholder',
  send: 'composer.field.send',
} as const satisfies Record<string, TextKey>;
