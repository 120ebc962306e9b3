import { unsavedProvidersOf } from '../../state/page-view';
import { usePage, usePageState } from '../page-provider';

/** Save and Discard, for all providers together. */
export function SaveButtons() {
  const { controller } = usePage();
  const unsaved = usePageState(unsavedProvidersOf);
  const saving = usePageState((state) => state.saving);
  const undecided = usePageState((state) => state.conflict !== null);
  const hasChanges = unsaved.length > 0;
  const canSave = hasChanges && !saving && !undecided;
  const canDiscard = hasChanges && !saving;
  return (
    <>
      <button
        type="button"
        aria-disabled={!canDiscard}
        title={
          hasChanges ? `Back to the saved rules of ${unsaved.join(', ')}` : 'There are no unsaved changes'
        }
        onClick={() => {
          if (canDiscard) controller.discard();
        }}
      >
        Discard
      </button>
      <button
        type="button"
        className={canSave ? 'save primary' : 'save'}
        aria-disabled={!canSave}
        aria-keyshortcuts="Control+S Meta+S"
        title={hasChanges ? `Save the rules of ${unsaved.join(', ')}` : 'There are no unsaved changes'}
        onClick={() => {
          if (canSave) void controller.save();
        }}
      >
        {saving ? 'Saving…' : unsaved.length > 1 ? `Save ${unsaved.length} providers` : 'Save'}
      </button>
    </>
  );
}
