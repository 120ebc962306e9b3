import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import type { PromptSettings } from '@/src/schema/chat-settings';
import type { PromptProblem } from '@/src/schema/prompt-problem';
import { i18n } from '@/src/texts/i18n';
import { withExclusion, withOverride } from './prompt-changes';

interface StrayChangesProps {
  prompt: PromptSettings;
  problems: readonly PromptProblem[];
  onChange(prompt: PromptSettings): void;
}

/** Changes to parts that this chat's prompt doesn't have, such as those of another page's adapter. */
export function StrayChanges({ prompt, problems, onChange }: StrayChangesProps) {
  const stray = problems.flatMap(({ key, kind, message }) =>
    key !== null && (kind === 'unknown-override' || kind === 'unknown-exclusion')
      ? [{ key, kind, message }]
      : [],
  );
  if (stray.length === 0) return null;
  return (
    <ul className="prompt-parts">
      {stray.map(({ key, kind, message }) => (
        <li key={`${kind} ${key}`}>
          <p className="secondary">
            <ForeignText text={message} />
          </p>
          <button
            type="button"
            aria-label={i18n.t('prompt.strayChanges.removeNamed', { key })}
            onClick={() =>
              onChange(
                kind === 'unknown-override'
                  ? withOverride(prompt, key, null)
                  : withExclusion(prompt, key, false),
              )
            }
          >
            {i18n.t('common.remove')}
          </button>
        </li>
      ))}
    </ul>
  );
}
