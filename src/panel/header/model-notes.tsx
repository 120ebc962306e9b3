import { count } from '../text/count';
import { ForeignText } from '../text/foreign-text';
import { isCut, isModelGone } from './model-choice';
import type { ModelList } from './use-models';

interface ModelNotesProps {
  modelList: ModelList;
  chosen: string | null;
  connectionLabel: string;
}

/** Problems of the chosen model, beside it. Those of the whole connection are in a banner. */
export function ModelNotes({ modelList, chosen, connectionLabel }: ModelNotesProps) {
  if (modelList.state === 'loaded' && isCut(modelList.models)) {
    return (
      <p className="secondary">
        {connectionLabel} offers more models than Steward lists: only the first{' '}
        {count(modelList.models.length, 'model')} can be chosen.
      </p>
    );
  }
  // A connection without any model has a banner.
  const isEmpty = modelList.state === 'loaded' && modelList.models.length === 0;
  if (isEmpty || !isModelGone(modelList, chosen)) return null;
  return (
    <p className="inline-error" role="alert">
      {connectionLabel} no longer offers <ForeignText text={chosen ?? ''} />. Choose another model.
    </p>
  );
}
