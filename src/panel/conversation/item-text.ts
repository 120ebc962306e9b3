import { assertNever } from '@/src/core/assert-never';
import { i18n } from '@/src/texts/i18n';
import type { RenderEvent } from './render-event';
import type { ToolCardModel } from './tool-card-model';

/** An item as plain text, shown if its renderer failed. */
export function itemText(item: RenderEvent): string {
  switch (item.kind) {
    case 'user':
    case 'thinking':
    case 'answer':
    case 'note':
    case 'side-request':
    case 'title':
      return item.text;
    case 'tool':
      return cardText(item.card);
    case 'tool-group':
      return item.calls.map(({ card }) => cardText(card)).join('\n');
    case 'question':
      return [item.question.text, ...item.question.choices].join('\n');
    case 'rollback':
      return item.message.description;
    case 'system-prompt':
      return i18n.t('conversation.systemPrompt.title');
    case 'summary':
      return item.message.content;
    case 'accounting':
      return item.message.reason;
    default:
      return assertNever(item);
  }
}

const cardText = ({ label, message }: ToolCardModel) => [label, message ?? ''].join('\n').trim();
