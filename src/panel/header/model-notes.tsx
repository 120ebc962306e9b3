import { count } from '../text/count';
import { ForeignText } from '../text/foreign-text';
import { isCut, isModelGone } from './model-choice';
import type { ModelList } from './use-models';

interface ModelNotesProps {
  modelList: ModelList;
  chosen: string | null;
  connectionLabel: string;
  onRetry(): void;
}

/** Problems with the model list or the chosen model. */
export function ModelNotes({ modelList, chosen, connectionLabel, onRetry }: ModelNotesProps) {
  const again = (
    <button type="button" onClick={onRetry}>
      Try again
    </button>
  );
  if (modelList.state === 'failed') {
    return (
      <p className="inline-error" role="alert">
        {modelList.error.message} {modelList.error.remedy} {again}
      </p>
    );
  }
  if (modelList.state === 'loaded' && modelList.models.length === 0) {
    return (
      <p className="inline-error" role="alert">
        {connectionLabel} offers no models. {again}
      </p>
    );
  }
  if (modelList.state === 'loaded' && isCut(modelList.models)) {
    return (
      <p className="secondary">
        {connectionLabel} offers more models than Steward lists: only the first{' '}
        {count(modelList.models.length, 'model')} can be chosen.
      </p>
    );
  }
  if (!isModelGone(modelList, chosen)) return null;
  return (
    <p className="inline-error" role="alert">
      {connectionLabel} no longer offers <ForeignText text={chosen ?? ''} />. Choose another model.
    </p>
  );
}
