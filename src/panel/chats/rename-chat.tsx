import { useState } from 'react';
import { MAX_TITLE_LENGTH } from '@/src/messages/channels';
import { useSend } from '@/src/panel/data/use-send';
import { TextButton } from '@/src/panel/kit/text-button';
import { t } from '@/src/texts/i18n';

interface RenameChatProps {
  chatId: string;
  title: string;
  /** Called once the new title is stored, or the user cancels. */
  onDone(): void;
}

/** Form to rename a chat, in place of its row. */
export function RenameChat({ chatId, title, onDone }: RenameChatProps) {
  const send = useSend();
  const [text, setText] = useState(title);
  const trimmed = text.trim();
  const save = async () => {
    if (await send({ type: 'rename-chat', chatId, title: trimmed })) onDone();
  };
  return (
    <form
      className="rename-chat"
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed !== '') void save();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // The browser's default would close the sheet.
        event.preventDefault();
        // The key belongs to the input method while it composes.
        if (!event.nativeEvent.isComposing) onDone();
      }}
    >
      <input
        type="text"
        aria-label={t('chats.row.renameLabel')}
        ref={selectOnMount}
        maxLength={MAX_TITLE_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="button-row">
        <button type="submit" className="primary" disabled={trimmed === ''}>
          {t('common.save')}
        </button>
        <TextButton text="common.cancel" onClick={onDone} />
      </div>
    </form>
  );
}

function selectOnMount(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}
