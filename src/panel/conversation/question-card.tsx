import { Check } from 'lucide-react';
import { passesFocusOn } from '@/src/panel/kit/focus';
import { MarkdownText } from '@/src/panel/kit/markdown/markdown-text';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { t } from '@/src/texts/i18n';
import type { Question } from './render-event';
import { useOneDecision } from './use-one-decision';

/** Sends the answer to the question with this id; resolves to true if the answer was accepted. */
export type OnAnswer = (questionId: string, text: string) => Promise<boolean>;

interface QuestionCardProps {
  question: Question;
  onAnswer: OnAnswer;
}

/** A question of the assistant, with its choices while it is open. */
export function QuestionCard({ question, onAnswer }: QuestionCardProps) {
  const { text, choices, isOpen } = question;
  return (
    <section className={isOpen ? 'card note-card' : 'question'} aria-label={t('conversation.question.name')}>
      <MarkdownText text={text} />
      {isOpen && choices.length > 0 && <Choices question={question} onAnswer={onAnswer} />}
      {isOpen ? <p className="secondary">{hint(question)}</p> : <AnsweredChoices question={question} />}
    </section>
  );
}

/** The buttons of an open question. */
function Choices({ question: { id, choices }, onAnswer }: QuestionCardProps) {
  const { isDecided, decide } = useOneDecision();
  return (
    <div className="button-row" ref={passesFocusOn}>
      {choices.map((choice) => (
        <button
          type="button"
          className="choice"
          key={choice}
          aria-disabled={isDecided}
          onClick={() => decide(() => onAnswer(id, choice))}
        >
          <ForeignText text={choice} />
        </button>
      ))}
    </div>
  );
}

/** The choices of an answered question, with a mark at the one that the user chose. */
function AnsweredChoices({ question: { choices, answer } }: { question: Question }) {
  if (choices.length === 0) return null;
  return (
    <ul className="secondary answered-choices">
      {choices.map((choice) => {
        const isChosen = choice === answer;
        return (
          <li key={choice} data-chosen={isChosen}>
            {isChosen && <Check className="icon" role="img" aria-label={t('conversation.question.chosen')} />}
            <ForeignText text={choice} />
          </li>
        );
      })}
    </ul>
  );
}

function hint({ choices, allowsOther }: Question): string {
  if (choices.length === 0) return t('conversation.question.write');
  return t(allowsOther ? 'conversation.question.chooseOrWrite' : 'conversation.question.choose');
}
