import { SettingFields } from '@/src/panel/kit/fields/setting-fields';
import type { Chat } from '@/src/schema/chat';
import { rowsWith } from '@/src/schema/values/setting-row';
import { CHAT_SETTINGS } from '@/src/schema/values/settings';
import { useChatSettings } from './use-applied-settings';

/** The settings that need no field of their own, by the place where the sheet lists them. */
const ROWS = {
  conversation: rowsWith(CHAT_SETTINGS, { form: 'conversation' }),
  sending: rowsWith(CHAT_SETTINGS, { form: 'sending' }),
  limits: rowsWith(CHAT_SETTINGS, { form: 'limits' }),
};

interface AppliedFieldsProps {
  form: keyof typeof ROWS;
  chat: Chat;
}

/** A field for each setting of a form. Changes apply at once. */
export function AppliedFields({ form, chat }: AppliedFieldsProps) {
  const { shown, change } = useChatSettings(chat);
  return <SettingFields rows={ROWS[form]} values={shown} onChange={change} />;
}
