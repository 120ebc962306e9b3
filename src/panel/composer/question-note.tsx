import { spellOutLines } from '@/src/core/text/foreign-text';
import { plainText } from '@/src/panel/kit/text/plain-text';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { say } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';

/** The question that the text answers, in one line above the text field; null if its text can't be read. */
export function QuestionNote({ id, question }: { id: string; question: string | null }) {
  if (question === null) {
    return (
      <p className="composer-question" id={id}>
        {t('composer.answer.label')}
      </p>
    );
  }
  // A question is Markdown, as answers are.
  const words = plainText(question);
  return (
    <p className="composer-question" id={id} title={spellOutLines(words)}>
      <SaidWords
        said={say('composer.answer.labelWithQuestion', { question: words.replace(/\s+/g, ' ').trim() })}
      />
    </p>
  );
}
