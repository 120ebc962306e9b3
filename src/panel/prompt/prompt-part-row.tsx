import { useState } from 'react';
import type { PreviewedPart } from '@/src/core/adapter/prompt-preview';
import type { PromptSettings } from '@/src/core/records/chat';
import { SwitchField } from '../chat-settings/switch-field';
import { count } from '../text/count';
import { ForeignText } from '../text/foreign-text';
import { FoldedText } from '../text/long-text';
import { firstOverride, overrideOf, withExclusion, withOverride } from './prompt-draft';
import { TemplateField } from './template-field';

interface PromptPartRowProps {
  part: PreviewedPart;
  draft: PromptSettings;
  /** The reason why the user's text for it can't be used; null if it can. */
  problem: string | null;
  onChange(draft: PromptSettings): void;
}

/** UTF-16 units of a part's own text before the rest is folded. */
const MAX_CHARS = 1_000;

/** One part of the system prompt: its own text, the user's text in its place, or left out. */
export function PromptPartRow({
  part: { key, ownText, tokens },
  draft,
  problem,
  onChange,
}: PromptPartRowProps) {
  const [isNew, setIsNew] = useState(false);
  const override = overrideOf(draft, key);
  const isLeftOut = draft.exclusions.includes(key);
  const replace = () => {
    setIsNew(true);
    onChange(withOverride(draft, key, firstOverride(ownText)));
  };
  return (
    <li>
      <details className="prompt-part">
        <summary>
          <code>
            <ForeignText text={key} />
          </code>{' '}
          <span className="meta">
            {problem === null ? stateText(override !== null, isLeftOut) : 'your text can’t be used'} ·{' '}
            {count(tokens, 'token')}
          </span>
        </summary>
        <div className="prompt-part-body">
          <SwitchField
            label="Leave out"
            sentence="The model doesn’t get this part."
            isOn={isLeftOut}
            onChange={(isOn) => onChange(withExclusion(draft, key, isOn))}
          />
          {override === null ? (
            <>
              <div className="data">
                <FoldedText text={ownText} maxChars={MAX_CHARS} isSpelledOut={true} />
              </div>
              <div className="button-row">
                <button type="button" aria-label={`Replace ${key}`} onClick={replace}>
                  Replace…
                </button>
              </div>
            </>
          ) : (
            <>
              <TemplateField
                label={`Your text in place of ${key}`}
                value={override}
                problem={problem}
                isFocused={isNew}
                onChange={(text) => onChange(withOverride(draft, key, text))}
              >
                <code>{'{{ content }}'}</code> stands for Steward’s own text.
              </TemplateField>
              <div className="button-row">
                <button
                  type="button"
                  aria-label={`Reset ${key}`}
                  onClick={() => onChange(withOverride(draft, key, null))}
                >
                  Reset to Steward’s text
                </button>
              </div>
            </>
          )}
        </div>
      </details>
    </li>
  );
}

function stateText(isReplaced: boolean, isLeftOut: boolean): string {
  if (isLeftOut) return 'left out';
  return isReplaced ? 'replaced by your text' : 'Steward’s text';
}
