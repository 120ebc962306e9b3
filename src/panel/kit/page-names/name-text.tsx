import { ForeignText } from '../text/foreign-text';
import { PageName } from './page-name';

/** A name from the page, or a line that stands for one, outside of Markdown. */
export function NameText({ text }: { text: string }) {
  return (
    <PageName name={text}>
      <ForeignText text={text} />
    </PageName>
  );
}
