import { TriangleAlert } from 'lucide-react';
import { useQuery } from '../link/stored-data';

/** A notice while there are findings of a check at the worker's start that the user hasn't acknowledged. */
export function IntegrityNotice({ onOpenData }: { onOpenData(): void }) {
  const unseen = useQuery((queries) => queries.unseenFindings(), []) ?? null;
  if (unseen === null) return null;
  return (
    <div className="card note-card" role="status">
      <p>
        <TriangleAlert className="icon" aria-hidden="true" /> Some of Steward’s stored data doesn’t fit
        together. Nothing was deleted.
      </p>
      <div className="button-row">
        <button type="button" onClick={onOpenData}>
          Show what was found
        </button>
      </div>
    </div>
  );
}
