import { i18n } from '@/src/texts/i18n';
import { ForeignText } from '../text/foreign-text';
import './side-rows.css';

/** The title that the model answered with. */
export function TitleRow({ text }: { text: string }) {
  return (
    <div className="generated-title secondary">
      <span className="visually-hidden">{i18n.t('conversation.title')} </span>
      <ForeignText text={text} />
    </div>
  );
}
