import { useState } from 'react';
import type { PreviewedPart } from '@/src/core/adapter/prompt-preview';
import { SwitchField } from '@/src/panel/kit/fields/switch-field';
import { ForeignCode } from '@/src/panel/kit/text/foreign-text';
import { FoldedText } from '@/src/panel/kit/text/long-text';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';
import { TextButton } from '@/src/panel/kit/text-button';
import type { PromptSettings } from '@/src/schema/chat-settings';
import type { Said } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { firstOverride, overrideOf, withExclusion, withOverride } from './prompt-changes';
import { TemplateField } from './template-field';

interface PromptPartRowProps {
  part: PreviewedPart;
  prompt: PromptSettings;
  /** The reason why the user's text for the part can't be used; null if it can. */
  problem: Said | null;
  onChange(prompt: PromptSettings): void;
}

/** UTF-16 units of a part's original text before the rest is folded. */
const MAX_CHARS = 1_000;

/** One part of the system prompt: with its original text, replaced by the user's text, or left out. */
export function PromptPartRow({
  part: { key, ownText, tokens },
  prompt,
  problem,
  onChange,
}: PromptPartRowProps) {
  const [isNew, setIsNew] = useState(false);
  const override = overrideOf(prompt, key);
  const isLeftOut = prompt.exclusions.includes(key);
  const replace = () => {
    setIsNew(true);
    onChange(withOverride(prompt, key, firstOverride(ownText)));
  };
  return (
    <li>
      <details className="prompt-part">
        <summary>
          <ForeignCode text={key} />{' '}
          <span className="meta">
            {problem === null ? stateText(override !== null, isLeftOut) : t('prompt.part.unusable')} ·{' '}
            {t('counts.tokens', { count: tokens })}
          </span>
        </summary>
        <div className="prompt-part-body">
          <SwitchField
            label="prompt.part.leaveOut"
            sentence={t('prompt.part.leaveOutEffect')}
            isOn={isLeftOut}
            onChange={(isOn) => onChange(withExclusion(prompt, key, isOn))}
          />
          {override === null ? (
            <>
              <div className="data">
                <FoldedText text={ownText} maxChars={MAX_CHARS} isSpelledOut />
              </div>
              <div className="button-row">
                <TextButton
                  text="prompt.part.replace"
                  aria-label={t('prompt.part.replaceNamed', { key })}
                  onClick={replace}
                />
              </div>
            </>
          ) : (
            <>
              <TemplateField
                label={t('prompt.part.custom', { key })}
                value={override}
                problem={problem}
                isFocused={isNew}
                onChange={(text) => onChange(withOverride(prompt, key, text))}
              >
                <TextWithElements
                  text="prompt.part.original"
                  elements={{ variable: <code>{'{{ content }}'}</code> }}
                />
              </TemplateField>
              <div className="button-row">
                <TextButton
                  text="prompt.part.reset"
                  aria-label={t('prompt.part.resetNamed', { key })}
                  onClick={() => onChange(withOverride(prompt, key, null))}
                />
              </div>
            </>
          )}
        </div>
      </details>
    </li>
  );
}

function stateText(isReplaced: boolean, isLeftOut: boolean): string {
  if (isLeftOut) return t('prompt.part.leftOut');
  return t(isReplaced ? 'prompt.part.replaced' : 'prompt.part.builtIn');
}
