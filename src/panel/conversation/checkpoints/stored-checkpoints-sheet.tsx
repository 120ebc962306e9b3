import { useQuery } from '@/src/panel/data/stored-data';
import type { Chat } from '@/src/schema/chat';
import { CheckpointsSheet } from './checkpoints-sheet';

interface StoredCheckpointsSheetProps {
  chat: Chat;
  /** Initially chosen checkpoint; null for the current state. */
  initialId: string | null;
  onClose(): void;
  /** Called after a rollback or undo; `composerText` is the text that it put into the composer, if any. */
  onRolledBack(composerText: string | null): void;
}

/** The sheet of the chat's checkpoints, once they and their names are read. */
export function StoredCheckpointsSheet(props: StoredCheckpointsSheetProps) {
  const { chat, initialId, onClose, onRolledBack } = props;
  const list = useQuery((queries) => queries.namedCheckpointsOf(chat.id), [chat.id]);
  if (list === undefined) return null;
  return (
    <CheckpointsSheet
      chat={chat}
      checkpoints={list.entries}
      elsewhere={list.elsewhere}
      initialId={initialId}
      deletedCount={list.deletedCount}
      onClose={onClose}
      onRolledBack={onRolledBack}
    />
  );
}
