import { assertNever } from '@/src/core/assert-never';
import type { RenderEvent } from './render-event';

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
      return [item.card.label, item.card.message ?? ''].join('\n').trim();
    case 'question':
      return [item.question.text, ...item.question.choices].join('\n');
    case 'rollback':
      return item.message.description;
    case 'system-prompt':
      return 'System prompt';
    case 'summary':
      return item.message.content;
    case 'accounting':
      return item.message.reason;
    default:
      return assertNever(item);
  }
}
