import { useCallback, useEffect, useState } from 'react';
import type { RebindPreview } from '@/src/messages/chat-commands';
import { currentWindowId } from '@/src/panel/data/current-window-id';
import { sendCommand } from '@/src/panel/data/send-command';
import { DifferenceList } from '@/src/panel/kit/differences/difference-list';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { Sheet } from '@/src/panel/kit/sheet';
import { pageElements } from '@/src/panel/kit/text/page-elements';
import { SecondaryText } from '@/src/panel/kit/text/paragraph';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';
import { TextButton } from '@/src/panel/kit/text-button';

interface RebindSheetProps {
  chatId: string;
  onBound(): void;
  /** Opens a new chat about the page in front instead. */
  onNewChat(): void;
  onClose(): void;
}

/** Binds a chat whose page is gone to the page in front. First shows how that page differs from the page as the chat last saw it. */
export function RebindSheet({ chatId, onBound, onNewChat, onClose }: RebindSheetProps) {
  const { perform } = useCommands();
  const [preview, setPreview] = useState<RebindPreview | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const load = useCallback(async () => {
    setIsWorking(true);
    await perform(async () => {
      const windowId = await currentWindowId();
      setPreview(await sendCommand({ type: 'preview-rebind', chatId, windowId }));
    });
    setIsWorking(false);
  }, [chatId, perform]);
  const bind = async (expectedStateHash: string) => {
    if (isWorking) return;
    setIsWorking(true);
    const isBound = await perform(async () => {
      const windowId = await currentWindowId();
      await sendCommand({ type: 'rebind-chat', chatId, windowId, expectedStateHash });
    });
    setIsWorking(false);
    if (isBound) onBound();
  };
  useEffect(() => void load(), [load]);

  return (
    <Sheet title="chats.rebind.title" onClose={onClose}>
      <CommandErrorCard>
        <TextButton text="menu.newChat" className="primary" onClick={onNewChat} />
      </CommandErrorCard>
      {preview !== null && <Differences preview={preview} />}
      <div className="button-row">
        {preview !== null && (
          <TextButton
            text="chats.rebind.use"
            className="primary"
            // Only `aria-disabled`: a disabled button would lose the focus.
            aria-disabled={isWorking}
            onClick={() => bind(preview.stateHash)}
          />
        )}
        <TextButton
          text="chats.rebind.checkAgain"
          aria-disabled={isWorking}
          onClick={() => isWorking || load()}
        />
        <TextButton text="common.cancel" className="quiet" onClick={onClose} />
      </div>
    </Sheet>
  );
}

function Differences({ preview: { page, differences } }: { preview: RebindPreview }) {
  return (
    <>
      <p>
        <TextWithElements text="chats.rebind.explanation" elements={pageElements(page)} />
      </p>
      {differences === null && <SecondaryText text="chats.rebind.noPageSeen" />}
      {differences !== null && differences.length === 0 && <SecondaryText text="chats.rebind.same" />}
      {differences !== null && differences.length > 0 && (
        <>
          <SecondaryText text="chats.rebind.differences" />
          <DifferenceList differences={differences} />
        </>
      )}
    </>
  );
}
