import { CircleAlert } from 'lucide-react';
import { areModelsLoaded, loadErrorOf } from '../../state/page-view';
import { usePage, usePageState } from '../page-provider';

/** Shown when a refresh failed; the models loaded before stay in view. */
export function LoadErrorBanner() {
  const { controller } = usePage();
  const error = usePageState(loadErrorOf);
  const loaded = usePageState(areModelsLoaded);
  const provider = usePageState((state) => state.provider);
  if (error === null || !loaded) return null;
  return (
    <section className="banner failed-tint" role="alert">
      <CircleAlert size={16} aria-hidden />
      <p className="banner-text">
        The models of {provider} could not be refreshed; these are the earlier ones. {error}
      </p>
      <div className="banner-buttons">
        <button type="button" onClick={() => void controller.refresh()}>
          Retry
        </button>
      </div>
    </section>
  );
}
