import { TriangleAlert } from 'lucide-react';
import { usePage, usePageState } from '../page-provider';

/**
 * Shown after switching from a provider with unsaved changes: states that they are kept. Hidden while a
 * conflict is open, whose banner is more important.
 */
export function LeftUnsavedBanner() {
  const { store, controller } = usePage();
  const provider = usePageState((state) => state.leftUnsaved);
  const saving = usePageState((state) => state.saving);
  const undecided = usePageState((state) => state.conflict !== null);
  if (provider === null || undecided) return null;
  return (
    <section className="banner waiting" role="status">
      <TriangleAlert size={16} aria-hidden />
      <p className="banner-text">{provider} has unsaved changes. They are kept, and Save writes them too.</p>
      <div className="banner-buttons">
        <button type="button" aria-disabled={saving} onClick={() => !saving && void controller.save()}>
          Save
        </button>
        <button
          type="button"
          aria-disabled={saving}
          onClick={() => !saving && store.dispatch({ type: 'provider-changes-discarded', provider })}
        >
          Discard {provider}’s changes
        </button>
        <button type="button" onClick={() => store.dispatch({ type: 'left-unsaved-dismissed' })}>
          Dismiss
        </button>
      </div>
    </section>
  );
}
