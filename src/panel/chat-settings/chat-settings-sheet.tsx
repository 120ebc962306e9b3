import { type ComponentType, useState } from 'react';
import type { Chat } from '@/src/core/records/chat';
import { DismissibleError } from '../errors/dismissible-error';
import { useCommandError } from '../errors/use-command-error';
import { Sheet } from '../sheet';
import { LimitFields } from './limit-fields';
import { MessagesField } from './messages-field';
import { PagePartsField } from './page-parts-field';
import { SendingFields } from './sending-fields';
import { TitleField } from './title-field';
import './chat-settings.css';

interface ChatSettingsSheetProps {
  chat: Chat;
  onClose(): void;
}

/** The chat's settings, and from there its last requests. */
export function ChatSettingsSheet({ chat, onClose }: ChatSettingsSheetProps) {
  const { error, perform, dismiss } = useCommandError();
  const [Inspector, setInspector] = useState<ComponentType<{ chatId: string }> | null>(null);
  // Loaded on demand, to keep the panel's first chunk small.
  const inspect = () =>
    perform(async () => {
      const loaded = await import('./request-inspector');
      setInspector(() => loaded.RequestInspector);
    });
  return (
    <Sheet title={Inspector === null ? 'Chat settings' : 'Last requests'} onClose={onClose}>
      <div className="sheet-body chat-settings">
        <DismissibleError error={error} onDismiss={dismiss} />
        {Inspector === null ? (
          <>
            <TitleField chat={chat} perform={perform} />
            <MessagesField chat={chat} perform={perform} />
            <SendingFields chat={chat} perform={perform} />
            <LimitFields chat={chat} perform={perform} />
            {chat.binding !== null && (
              <PagePartsField chat={{ ...chat, binding: chat.binding }} perform={perform} />
            )}
            <div className="button-row">
              <button type="button" onClick={inspect}>
                Show last requests
              </button>
            </div>
          </>
        ) : (
          <>
            <div className="button-row">
              {/* biome-ignore lint/a11y/noAutofocus: it replaces the button that had the focus. */}
              <button type="button" className="quiet" autoFocus onClick={() => setInspector(null)}>
                Back to chat settings
              </button>
            </div>
            <Inspector chatId={chat.id} />
          </>
        )}
      </div>
    </Sheet>
  );
}
