import { Settings } from 'lucide-react';

/** Opens the chat's settings. */
export function ChatSettingsButton({ onOpen }: { onOpen(): void }) {
  return (
    <button
      type="button"
      className="quiet icon-button"
      aria-label="Chat settings"
      title="Chat settings"
      onClick={onOpen}
    >
      <Settings className="icon" aria-hidden="true" />
    </button>
  );
}
