import { sizeText } from '@/src/panel/kit/text/size-text';
import type { ApiMessage } from '@/src/schema/api-message';
import { i18n } from '@/src/texts/i18n';

/** The content of a message as it was sent, with its calls; images by name and size. */
export function requestText(message: ApiMessage): string {
  if (message.role === 'user') {
    const images = (message.images ?? []).map(({ name, bytes }) =>
      i18n.t('chatSettings.contents.image', { name, size: sizeText(bytes) }),
    );
    return [message.content, ...images].join('\n\n');
  }
  if (message.role !== 'assistant') return message.content;
  const calls = (message.tool_calls ?? []).map(({ function: { name, arguments: args } }) =>
    i18n.t('chatSettings.contents.call', { tool: name, arguments: args }),
  );
  return [message.content ?? '', ...calls].filter((text) => text !== '').join('\n\n');
}
