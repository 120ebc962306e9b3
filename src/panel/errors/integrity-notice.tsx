import { useQuery } from '../link/stored-data';
import { Banner } from './banner';

/** A notice while there are findings of a check at the worker's start that the user hasn't acknowledged. */
export function IntegrityNotice({ onOpenData }: { onOpenData(): void }) {
  const unseen = useQuery((queries) => queries.unseenFindings(), []) ?? null;
  if (unseen === null) return null;
  return (
    <Banner
      label="Stored data"
      tone="waiting"
      role="status"
      actions={
        <div className="button-row">
          <button type="button" onClick={onOpenData}>
            Show what was found
          </button>
        </div>
      }
    >
      <p>Some of Steward’s stored data doesn’t fit together. Nothing was deleted.</p>
    </Banner>
  );
}
