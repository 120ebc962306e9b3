import type { MentionedPart } from '@/src/schema/message';
import { ForeignText } from './foreign-text';
import { FoldedText } from './long-text';
import './quotation.css';

/** UTF-16 units of a quotation before the rest is folded. */
const MAX_CHARS = 400;

/** A text of a page or a file that a message quotes, with its mention and the page or file. */
export function Quotation({ quotation: { mention, text, page } }: { quotation: MentionedPart }) {
  return (
    <figure className="quotation">
      <blockquote className="data">
        <FoldedText text={text ?? ''} maxChars={MAX_CHARS} isSpelledOut />
      </blockquote>
      <figcaption className="meta">
        {mention} · <ForeignText text={page ?? ''} />
      </figcaption>
    </figure>
  );
}
