import { i18n } from '@/src/texts/i18n';
import { formatNumber } from '../text/format-number';
import { FoldedText } from '../text/long-text';
import type { PromptRendering } from './use-prompt-preview';

/** UTF-16 units of the prompt before the rest is folded. */
const MAX_CHARS = 3_000;

/** The whole prompt as the model gets it, rendered again after each change. */
export function RenderedPrompt({ rendering: { shown, isPending, error } }: { rendering: PromptRendering }) {
  return (
    <section aria-label={i18n.t('prompt.rendered.label')}>
      <h3>{i18n.t('prompt.rendered.label')}</h3>
      <p className="secondary" role="status">
        {shown !== null && `${i18n.t('prompt.rendered.size', shown.tokens, [formatNumber(shown.tokens)])} `}
        {isPending && i18n.t('prompt.rendered.rendering')}
      </p>
      {error !== null && (
        <p className="inline-error" role="alert">
          {error.message} {error.remedy}
        </p>
      )}
      {shown !== null && (
        <div className="data rendered-prompt" aria-busy={isPending}>
          <FoldedText text={shown.text} maxChars={MAX_CHARS} isSpelledOut={true} />
        </div>
      )}
    </section>
  );
}
