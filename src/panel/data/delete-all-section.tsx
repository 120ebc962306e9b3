import type { Perform } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';
import { Confirmed } from './confirmed';

interface DeleteAllSectionProps {
  perform: Perform;
  onDeleted(): void;
}

/** Deletes everything that Steward has stored, after a confirmation. */
export function DeleteAllSection({ perform, onDeleted }: DeleteAllSectionProps) {
  const deleteAll = () =>
    void perform(async () => {
      await sendCommand({ type: 'delete-all-data' });
      onDeleted();
    });
  return (
    <section aria-label="Delete">
      <h3>Delete</h3>
      <Confirmed
        label="Delete all my data…"
        question="Delete everything? All runs end, and all chats, checkpoints, connections with their keys, sites, the audit and the log are deleted from this browser. Pages stay as they are. This can’t be undone."
        action="Delete all my data"
        onConfirm={deleteAll}
      />
    </section>
  );
}
