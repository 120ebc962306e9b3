import type { Said } from '@/src/schema/values/said';
import { ForeignText } from '../text/foreign-text';
import { SaidParts } from '../text/said-words';
import { PageName } from './page-name';

/** A name from the page, a line that stands for one, or Steward's own words with names in them, outside of Markdown. */
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
