import { useState } from 'react';
import type { PromptSettings } from '@/src/core/records/chat';
import { BUILT_IN_LAYOUT } from './prompt-draft';
import { TemplateField } from './template-field';

interface LayoutFieldProps {
  draft: PromptSettings;
  /** The reason why the layout can't be used; null if it can. */
  problem: string | null;
  onChange(draft: PromptSettings): void;
}

/** The template of the whole prompt: the built-in layout, or the user's. */
export function LayoutField({ draft, problem, onChange }: LayoutFieldProps) {
  const [isNew, setIsNew] = useState(false);
  if (draft.baseTemplate === null) {
    return (
      <div className="field">
        <p className="secondary">The parts follow one another by section, each section with its heading.</p>
        <div className="button-row">
          <button
            type="button"
            onClick={() => {
              setIsNew(true);
              onChange({ ...draft, baseTemplate: BUILT_IN_LAYOUT });
            }}
          >
            Write your own layout…
          </button>
        </div>
      </div>
    );
  }
  return (
    <>
      <TemplateField
        label="Your layout of the whole prompt"
        value={draft.baseTemplate}
        problem={problem}
        isFocused={isNew}
        onChange={(baseTemplate) => onChange({ ...draft, baseTemplate })}
      >
        A Jinja template: <code>sections</code> has the sections with their parts.
      </TemplateField>
      <div className="button-row">
        <button type="button" onClick={() => onChange({ ...draft, baseTemplate: null })}>
          Reset to the built-in layout
        </button>
      </div>
    </>
  );
}
