import { spellOutLines } from '@/src/core/text/foreign-text';
import { i18n } from '@/src/texts/i18n';
import { ForeignText } from '../text/foreign-text';
import { TextWithElements } from '../text/text-with-elements';

/** The question that the text answers, in one line above the text field; null if its text can't be read. */
export function AnswerNote({ id, question }: { id: string; question: string | null }) {
  if (question === null) {
    return (
      <p className="composer-question" id={id}>
        {i18n.t('composer.answer.label')}
      </p>
    );
  }
  return (
    <p className="composer-question" id={id} title={spellOutLines(question)}>
      <TextWithElements
        text="composer.answer.labelWithQuestion"
        elements={{ question: <ForeignText text={question.replace(/\s+/g, ' ').trim()} /> }}
      />
    </p>
  );
}
