import { type Chat, newChatSettings } from '@/src/core/records/chat';
import { i18n } from '@/src/texts/i18n';
import type { Perform } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';
import { SwitchField } from './switch-field';

interface TitleFieldProps {
  chat: Chat;
  perform: Perform;
}

/** The switch for generated titles. */
export function TitleField({ chat, perform }: TitleFieldProps) {
  return (
    <SwitchField
      label={i18n.t('chatSettings.title.generate')}
      sentence={i18n.t('chatSettings.title.generateEffect')}
      isOn={chat.settings.generatesTitle}
      defaultIsOn={newChatSettings().generatesTitle}
      onChange={(isOn) =>
        void perform(() => sendCommand({ type: 'set-title-generation', chatId: chat.id, isOn }))
      }
    />
  );
}
