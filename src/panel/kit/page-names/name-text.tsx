import type { Said } from '@/src/schema/values/said';
import { ForeignText } from '../text/foreign-text';
import { SaidParts } from '../text/said-words';
import { PageName } from './page-name';

/**
 * Text outside of Markdown that is a name from the page, a line about one, or Steward's own words with such names in them. Each name can be
 * shown on the page.
 */
export function NameText({ text }: { text: Said }) {
  return (
    <SaidParts
      said={text}
      own={(words) => words}
      foreign={(name) => (
        <PageName name={name}>
          <ForeignText text={name} />
        </PageName>
      )}
    />
  );
}
