import { ForeignText } from '@/src/panel/kit/text/foreign-text';

/** A value of the page, or its path, as code. */
export function PageValue({ text }: { text: string }) {
  return (
    <code>
      <ForeignText text={text} />
    </code>
  );
}
