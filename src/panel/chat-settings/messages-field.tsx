import { type Chat, newSendingSettings } from '@/src/core/records/chat';
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
      label="Allow messages to other chats"
      sentence="The assistant can propose a message to another chat. Each one needs your approval."
      isOn={chat.settings.sendsMessages}
      defaultIsOn={newSendingSettings().sendsMessages}
      onChange={(isOn) =>
        void perform(() => sendCommand({ type: 'set-sends-messages', chatId: chat.id, isOn }))
      }
    />
  );
}
