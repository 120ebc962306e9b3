import { TriangleAlert } from 'lucide-react';
import { PAGE_DATA_KEY } from '@/src/core/prompts/base-contributions';
import { i18n } from '@/src/texts/i18n';
import { TextWithElements } from '../text/text-with-elements';

/** A warning that the model isn't told to distrust pages, with a button that restores the part which does. */
export function PageDataWarning({ onRestore }: { onRestore: (() => void) | null }) {
  return (
    <div className="card note-card prompt-warning" role="alert">
      <TriangleAlert className="icon" aria-hidden="true" />
      <div>
        <p>{i18n.t('prompt.pageData.warning')}</p>
        <p className="secondary">
          <TextWithElements text="prompt.pageData.part" elements={{ part: <code>{PAGE_DATA_KEY}</code> }} />
        </p>
        {onRestore === null ? (
          <p className="secondary">{i18n.t('prompt.pageData.leftOut')}</p>
        ) : (
          <div className="button-row">
            <button type="button" onClick={onRestore}>
              {i18n.t('prompt.pageData.restore')}
            </button>
          </div>
        )}
      </div>
    </div>
  );
}
