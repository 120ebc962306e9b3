import type { Perform } from '@/src/panel/kit/errors/use-command-error';
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
  perform: Perform;
}

/** A field for each setting of a form. Changes apply at once. */
export function AppliedFields({ form, chat, perform }: AppliedFieldsProps) {
  const { shown, change } = useChatSettings(chat, perform);
  return <SettingFields rows={ROWS[form]} values={shown} onChange={change} />;
}
