import { useId, useRef, useState } from 'react';
import { type ErrorInfo, toErrorInfo } from '@/src/core/errors';
import { PAGE_DATA_KEY } from '@/src/core/prompts/base-contributions';
import type { Chat, PromptSettings } from '@/src/core/records/chat';
import type { PromptProblem } from '@/src/core/records/prompt-problem';
import { i18n } from '@/src/texts/i18n';
import { ErrorCard } from '../errors/error-card';
import { sendCommand } from '../link/send-command';
import { LayoutField } from './layout-field';
import { OtherPromptNote } from './other-prompt-note';
import { PageDataWarning } from './page-data-warning';
import { isSamePrompt, NO_CHANGES, overrideOf, withExclusion, withOverride } from './prompt-draft';
import { PromptPartRow } from './prompt-part-row';
import { RenderedPrompt } from './rendered-prompt';
import { StrayChanges } from './stray-changes';
import { usePromptDraft } from './use-prompt-draft';
import { usePromptPreview } from './use-prompt-preview';
import './prompt.css';

/** The editor of a chat's system prompt: its parts, its layout, and what the model gets. Nothing applies before Save. */
export function PromptEditor({ chat }: { chat: Chat }) {
  const { draft, isChanged, isOutdated, change, discard, keep, noteSaved } = usePromptDraft(
    chat.id,
    chat.settings.prompt,
  );
  const otherId = useId();
  const saveButton = useRef<HTMLButtonElement>(null);
  const rendering = usePromptPreview(chat.id, draft);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const [isSaved, setIsSaved] = useState(false);
  const { shown } = rendering;
  const problemOf = (kind: PromptProblem['kind'], key: string | null) =>
    shown?.problems.find((problem) => problem.kind === kind && problem.key === key)?.message ?? null;
  /** Clears the result of the last attempt to save first: it is about another text now. */
  const afterSaving = (act: () => void) => {
    setIsSaved(false);
    setError(null);
    act();
  };
  const edit = (next: PromptSettings) => afterSaving(() => change(next));
  const decide = (act: () => void) => {
    afterSaving(act);
    // The pressed button is removed.
    saveButton.current?.focus();
  };
  const save = async () => {
    if (isOutdated) return;
    try {
      // Storing an unchanged prompt again could replace one that another window stores at this moment.
      if (isChanged) await sendCommand({ type: 'set-prompt', chatId: chat.id, prompt: draft });
      noteSaved(draft);
      setError(null);
      setIsSaved(true);
    } catch (thrown) {
      setError(toErrorInfo(thrown));
    }
  };
  const isUnchanged = isSamePrompt(draft, NO_CHANGES);
  const isPartChanged = draft.exclusions.includes(PAGE_DATA_KEY) || overrideOf(draft, PAGE_DATA_KEY) !== null;
  return (
    <div className="prompt-editor">
      <p className="secondary">{i18n.t('prompt.editor.explanation')}</p>
      {shown !== null && !shown.declaresPageData && (
        <PageDataWarning
          onRestore={
            isPartChanged
              ? () => edit(withOverride(withExclusion(draft, PAGE_DATA_KEY, false), PAGE_DATA_KEY, null))
              : null
          }
        />
      )}
      <section aria-label={i18n.t('prompt.parts.label')}>
        <h3>{i18n.t('prompt.parts.label')}</h3>
        <ul className="prompt-parts">
          {shown?.parts.map((part) => (
            <PromptPartRow
              key={part.key}
              part={part}
              draft={draft}
              problem={problemOf('override-failed', part.key)}
              onChange={edit}
            />
          ))}
        </ul>
        <StrayChanges draft={draft} problems={shown?.problems ?? []} onChange={edit} />
      </section>
      <section aria-label={i18n.t('prompt.layout.label')}>
        <h3>{i18n.t('prompt.layout.label')}</h3>
        <LayoutField draft={draft} problem={problemOf('base-template-failed', null)} onChange={edit} />
      </section>
      <RenderedPrompt rendering={rendering} />
      {error !== null && <ErrorCard error={error} />}
      {isOutdated && (
        <OtherPromptNote id={otherId} onKeep={() => decide(keep)} onTakeOther={() => decide(discard)} />
      )}
      {/* Not disabled: a button that has the focus would lose it. */}
      <div className="button-row prompt-actions">
        <button
          ref={saveButton}
          type="button"
          className="primary"
          aria-disabled={isOutdated}
          aria-describedby={isOutdated ? otherId : undefined}
          onClick={() => void save()}
        >
          {i18n.t('prompt.editor.save')}
        </button>
        <button type="button" aria-disabled={!isChanged} onClick={() => isChanged && afterSaving(discard)}>
          {i18n.t('prompt.editor.discard')}
        </button>
        <button type="button" aria-disabled={isUnchanged} onClick={() => !isUnchanged && edit(NO_CHANGES)}>
          {i18n.t('prompt.editor.resetAll')}
        </button>
        {shown !== null && !shown.declaresPageData && (
          <span className="inline-error">{i18n.t('prompt.editor.pageDataMissing')}</span>
        )}
        <span role="status" className="secondary">
          {isSaved && !isChanged
            ? i18n.t('prompt.editor.saved')
            : isChanged && i18n.t('prompt.editor.notSaved')}
        </span>
      </div>
    </div>
  );
}
