import { useQuery } from '@/src/panel/data/stored-data';
import { CheckpointsSheet, type CheckpointsSheetProps } from './checkpoints-sheet';

type StoredCheckpointsSheetProps = Omit<CheckpointsSheetProps, 'checkpoints' | 'elsewhere' | 'deletedCount'>;

/** The sheet of the chat's checkpoints. It renders nothing until they are read. */
export function StoredCheckpointsSheet(props: StoredCheckpointsSheetProps) {
  const { id } = props.chat;
  const list = useQuery((queries) => queries.namedCheckpointsOf(id), [id]);
  if (list === undefined) return null;
  return (
    <CheckpointsSheet
      {...props}
      checkpoints={list.entries}
      elsewhere={list.elsewhere}
      deletedCount={list.deletedCount}
    />
  );
}
