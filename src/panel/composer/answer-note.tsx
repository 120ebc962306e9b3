import { spellOutLines } from '@/src/core/text/foreign-text';
import { ForeignText } from '../text/foreign-text';

/** The question that the text answers, in one line above the text field; null if its text can't be read. */
export function AnswerNote({ id, question }: { id: string; question: string | null }) {
  if (question === null) {
    return (
      <p className="composer-question" id={id}>
        Your answer to the assistant’s question
      </p>
    );
  }
  return (
    <p className="composer-question" id={id} title={spellOutLines(question)}>
      Your answer to: <ForeignText text={question.replace(/\s+/g, ' ').trim()} />
    </p>
  );
}
