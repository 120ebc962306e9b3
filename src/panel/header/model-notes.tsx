import { i18n } from '@/src/texts/i18n';
import { ForeignText } from '../text/foreign-text';
import { formatNumber } from '../text/format-number';
import { TextWithElements } from '../text/text-with-elements';
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
    const { length } = modelList.models;
    return (
      <p className="secondary">
        {i18n.t('header.model.onlyFirst', length, [formatNumber(length)], { connection: connectionLabel })}
      </p>
    );
  }
  // A connection without any model has a banner.
  const isEmpty = modelList.state === 'loaded' && modelList.models.length === 0;
  if (isEmpty || !isModelGone(modelList, chosen)) return null;
  return (
    <p className="inline-error" role="alert">
      <TextWithElements
        text="header.model.noLongerOfferedChoose"
        elements={{ connection: connectionLabel, model: <ForeignText text={chosen ?? ''} /> }}
      />
    </p>
  );
}
