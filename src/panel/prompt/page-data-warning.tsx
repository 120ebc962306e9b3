import { TriangleAlert } from 'lucide-react';
import { PAGE_DATA_KEY } from '@/src/core/prompts/base-contributions';

/** A warning that the model isn't told to distrust pages, with a button that restores the part which does. */
export function PageDataWarning({ onRestore }: { onRestore: (() => void) | null }) {
  return (
    <div className="card note-card prompt-warning" role="alert">
      <TriangleAlert className="icon" aria-hidden="true" />
      <div>
        <p>
          This prompt no longer says that text from pages is data. A page that strangers write to could then
          give the assistant orders.
        </p>
        <p className="secondary">
          The part <code>{PAGE_DATA_KEY}</code> says so. What Steward may do stays as you have set it.
        </p>
        {onRestore === null ? (
          <p className="secondary">Your layout leaves it out.</p>
        ) : (
          <div className="button-row">
            <button type="button" onClick={onRestore}>
              Restore this part
            </button>
          </div>
        )}
      </div>
    </div>
  );
}
