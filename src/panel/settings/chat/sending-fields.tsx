import type { Chat } from '@/src/schema/chat';
import { i18n } from '@/src/texts/i18n';
import { AppliedFields } from './applied-fields';
import { CacheField } from './cache-field';
import { ToolMemoryFields } from './tool-memory-fields';

interface SendingFieldsProps {
  chat: Chat;
}

/** The settings for what the chat's requests contain. Changes apply at once. */
export function SendingFields({ chat }: SendingFieldsProps) {
  return (
    <fieldset className="sending">
      <legend>{i18n.t('chatSettings.sending.label')}</legend>
      <p className="secondary">{i18n.t('chatSettings.sending.explanation')}</p>
      <ToolMemoryFields chat={chat} />
      <AppliedFields form="sending" chat={chat} />
      <CacheField chat={chat} />
    </fieldset>
  );
}
