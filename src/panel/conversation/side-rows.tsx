import { ClipboardList, NotebookPen } from 'lucide-react';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { i18n } from '@/src/texts/i18n';
import type { RenderEvent } from './render-event';
import './side-rows.css';

type SideRequestEvent = Extract<RenderEvent, { kind: 'side-request' }>;

/** A side request for a title or a summary. Folded, since its text is the same each time. */
export function SideRequestRow({ asksFor, text }: Pick<SideRequestEvent, 'asksFor' | 'text'>) {
  const Sign = asksFor === 'title' ? NotebookPen : ClipboardList;
  return (
    <details className="side-request secondary">
      <summary>
        <Sign className="icon" aria-hidden="true" />
        {asksFor === 'title'
          ? i18n.t('conversation.sideRequest.title')
          : i18n.t('conversation.sideRequest.summary')}
      </summary>
      <p className="plain-text">{text}</p>
    </details>
  );
}

/** The title that the model returned. */
export function TitleRow({ text }: { text: string }) {
  return (
    <div className="generated-title secondary">
      <span className="visually-hidden">{i18n.t('conversation.title')} </span>
      <ForeignText text={text} />
    </div>
  );
}
