import { useState } from 'react';
import { BUILT_IN_LAYOUT } from '@/src/core/prompts/built-in-layout';
import { SecondaryText } from '@/src/panel/kit/text/paragraph';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';
import { TextButton } from '@/src/panel/kit/text-button';
import type { PromptSettings } from '@/src/schema/chat-settings';
import type { Said } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { TemplateField } from './template-field';

/** Name of the variable that stands for the sections in a template. */
const SECTIONS = 'sections';

interface LayoutFieldProps {
  prompt: PromptSettings;
  /** The reason why the layout can't be used; null if it can. */
  problem: Said | null;
  onChange(prompt: PromptSettings): void;
}

/** The template of the whole prompt: the built-in layout, or the user's. */
export function LayoutField({ prompt, problem, onChange }: LayoutFieldProps) {
  const [isNew, setIsNew] = useState(false);
  if (prompt.baseTemplate === null) {
    return (
      <div className="field">
        <SecondaryText text="prompt.layout.builtIn" />
        <div className="button-row">
          <TextButton
            text="prompt.layout.write"
            onClick={() => {
              setIsNew(true);
              onChange({ ...prompt, baseTemplate: BUILT_IN_LAYOUT });
            }}
          />
        </div>
      </div>
    );
  }
  return (
    <>
      <TemplateField
        label={t('prompt.layout.custom')}
        value={prompt.baseTemplate}
        problem={problem}
        isFocused={isNew}
        onChange={(baseTemplate) => onChange({ ...prompt, baseTemplate })}
      >
        <TextWithElements text="prompt.layout.explanation" elements={{ sections: <code>{SECTIONS}</code> }} />
      </TemplateField>
      <div className="button-row">
        <TextButton text="prompt.layout.reset" onClick={() => onChange({ ...prompt, baseTemplate: null })} />
      </div>
    </>
  );
}
