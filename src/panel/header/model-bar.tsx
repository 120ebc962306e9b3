import { useState } from 'react';
import type { Chat } from '@/src/core/records/chat';
import { EntryBoundary } from '../errors/entry-boundary';
import { sendCommand } from '../link/send-command';
import { BrokenModelBar } from './broken-model-bar';
import { parametersText } from './model-parameters';
import { ModelSelect } from './model-select';
import { ModelSettingsSheet } from './model-settings-sheet';
import type { ModelList } from './use-models';

interface ModelBarProps {
  /** Null while there is no chat to choose a model for. */
  chat: Chat | null;
  modelList: ModelList;
  /** The chat's model at the connection listed; null while none is chosen. */
  chosen: string | null;
  connectionLabel: string;
  onChoose(connectionId: string, model: string): void;
  onRetry(): void;
}

/** The chat's model and its settings. A list that fails to render doesn't affect the rest of the panel. */
export function ModelBar(props: ModelBarProps) {
  return (
    <EntryBoundary
      place="models"
      subject={props.modelList.state}
      fallback={<BrokenModelBar onRetry={props.onRetry} />}
    >
      <Bar {...props} />
    </EntryBoundary>
  );
}

function Bar({ chat, ...selection }: ModelBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ModelSelect
        {...selection}
        settingsText={chat === null ? null : parametersText(chat.settings)}
        onOpenSettings={() => setIsOpen(true)}
      />
      {isOpen && chat !== null && (
        <ModelSettingsSheet
          settings={chat.settings}
          onSave={({ parameters, streaming }) =>
            sendCommand({ type: 'set-parameters', chatId: chat.id, ...parameters, streaming })
          }
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
