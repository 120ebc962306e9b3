import { ClipboardList, type LucideIcon, MessageSquare, NotebookPen } from 'lucide-react';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';
import type { RenderEvent } from './render-event';
import './side-rows.css';

type SideRequestEvent = Extract<RenderEvent, { kind: 'side-request' }>;

const SIGNS: Readonly<Record<SideRequestEvent['asksFor'], [LucideIcon, TextKey]>> = {
  title: [NotebookPen, 'conversation.sideRequest.title'],
  summary: [ClipboardList, 'conversation.sideRequest.summary'],
  'next-answer': [MessageSquare, 'conversation.sender.steward'],
};

/** A request of Steward itself to the model. Folded, since its text is the same each time. */
export function SideRequestRow({ asksFor, text }: Pick<SideRequestEvent, 'asksFor' | 'text'>) {
  const [Sign, title] = SIGNS[asksFor];
  return (
    <details className="side-request secondary">
      <summary>
        <Sign className="icon" aria-hidden="true" />
        {i18n.t(title)}
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
