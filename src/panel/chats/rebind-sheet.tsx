import { useCallback, useEffect, useState } from 'react';
import type { RebindPreview } from '@/src/messages/chat-commands';
import { DifferenceList } from '../checkpoints/difference-list';
import { DismissibleError } from '../errors/dismissible-error';
import { useCommandError } from '../errors/use-command-error';
import { currentWindowId } from '../link/current-window-id';
import { sendCommand } from '../link/send-command';
import { Sheet } from '../sheet';
import { ForeignText } from '../text/foreign-text';

interface RebindSheetProps {
  chatId: string;
  onBound(): void;
  onClose(): void;
}

/** Binds a chat whose page is gone to the page in front, after showing how that differs from what the chat knew. */
export function RebindSheet({ chatId, onBound, onClose }: RebindSheetProps) {
  const { error, perform, dismiss } = useCommandError();
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
    <Sheet title="Use the page in front?" onClose={onClose}>
      <div className="sheet-body">
        <DismissibleError error={error} onDismiss={dismiss} />
        {preview !== null && <Differences preview={preview} />}
        <div className="button-row">
          {preview !== null && (
            <button
              type="button"
              className="primary"
              disabled={isWorking}
              onClick={() => bind(preview.stateHash)}
            >
              Use this page
            </button>
          )}
          <button type="button" disabled={isWorking} onClick={load}>
            Check again
          </button>
          <button type="button" className="quiet" onClick={onClose}>
            Cancel
          </button>
        </div>
      </div>
    </Sheet>
  );
}

function Differences({ preview: { page, differences } }: { preview: RebindPreview }) {
  return (
    <>
      <p>
        This chat will work on{' '}
        <strong>
          <ForeignText text={page.title} />
        </strong>{' '}
        at {new URL(page.origin).host}. The page itself is not changed.
      </p>
      {differences === null && <p className="secondary">This chat has not seen a page yet.</p>}
      {differences !== null && differences.length === 0 && (
        <p className="secondary">Its state is the one that the chat knew.</p>
      )}
      {differences !== null && differences.length > 0 && (
        <>
          <p className="secondary">What is different from the page that the chat knew:</p>
          <DifferenceList differences={differences} />
        </>
      )}
    </>
  );
}
