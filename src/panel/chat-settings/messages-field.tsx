import { type Chat, newChatSettings } from '@/src/core/records/chat';
import { i18n } from '@/src/texts/i18n';
import type { Perform } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';
import { SwitchField } from './switch-field';

interface MessagesFieldProps {
  chat: Chat;
  perform: Perform;
}

/** The switch for messages to other chats. */
export function MessagesField({ chat, perform }: MessagesFieldProps) {
  return (
    <SwitchField
      label={i18n.t('chatSettings.messages.allow')}
      sentence={i18n.t('chatSettings.messages.allowEffect')}
      isOn={chat.settings.sendsMessages}
      defaultIsOn={newChatSettings().sendsMessages}
      onChange={(isOn) =>
        void perform(() => sendCommand({ type: 'set-sends-messages', chatId: chat.id, isOn }))
      }
    />
  );
}
