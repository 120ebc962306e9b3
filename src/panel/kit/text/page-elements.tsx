import type { PageBinding } from '@/src/schema/page-binding';
import { ForeignText } from './foreign-text';

/** A page's title and host, as elements of a text. */
export function pageElements({ title, origin }: Pick<PageBinding, 'title' | 'origin'>) {
  return {
    page: (
      <strong>
        <ForeignText text={title} />
      </strong>
    ),
    host: new URL(origin).host,
  };
}
