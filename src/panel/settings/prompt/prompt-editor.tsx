import { TriangleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import { PAGE_DATA_KEY } from '@/src/core/prompts/base-contributions';
import { sendCommand } from '@/src/panel/data/send-command';
import { ErrorCard } from '@/src/panel/kit/errors/error-card';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import { FoldedText } from '@/src/panel/kit/text/long-text';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';
import type { Chat } from '@/src/schema/chat';
import type { PromptSettings } from '@/src/schema/chat-settings';
import type { ErrorInfo } from '@/src/schema/error-info';
import type { PromptProblem } from '@/src/schema/prompt-problem';
import { i18n } from '@/src/texts/i18n';
import { LayoutField } from './layout-field';
import { isSamePrompt, NO_CHANGES, overrideOf, withExclusion, withOverride } from './prompt-draft';
import { PromptPartRow } from './prompt-part-row';
import { StrayChanges } from './stray-changes';
import { type PromptRendering, usePromptPreview } from './use-prompt-preview';
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

/** Changes that aren't saved, by chat. They outlive the sheet, so that closing it loses nothing that was typed. */
const drafts = new Map<string, HeldDraft>();

interface PromptDraft {
  /** The prompt to edit: the stored one, also of another window, until the user changes it. */
  draft: PromptSettings;
  isChanged: boolean;
  /** True if another window stored another prompt since the user's first change. */
  isOutdated: boolean;
  change(next: PromptSettings): void;
  /** Drops the user's changes. */
  discard(): void;
  /** Keeps the user's changes, to replace what another window stored. */
  keep(): void;
  /** Must be called once `prompt` is stored. */
  noteSaved(prompt: PromptSettings): void;
}

/** The changes of a chat's prompt as they are being edited. */
function usePromptDraft(chatId: string, stored: PromptSettings): PromptDraft {
  const [known, setHeld] = useState(() => drafts.get(chatId) ?? null);
  const held = followStored(known, stored);
  // Dropped for good: the stored prompt can become what the changes began with once more.
  if (held !== known) setHeld(held);
  useEffect(() => {
    if (held === null) drafts.delete(chatId);
    else drafts.set(chatId, held);
  }, [chatId, held]);
  return {
    draft: held?.mine ?? stored,
    isChanged: held !== null && (held.saved === null || !isSamePrompt(held.mine, held.saved)),
    isOutdated: held !== null && isOutdated(held, stored),
    change: (next) => setHeld((current) => withEdit(current, next, stored)),
    discard: () => setHeld(null),
    keep: () => setHeld((current) => current && { ...current, base: stored }),
    noteSaved: (saved) => setHeld((current) => current && { ...current, saved }),
  };
}

/** The user's own edits of a stored prompt. They exist from the first edit until they are stored or discarded. */
interface HeldDraft {
  /** The stored prompt that the edits began with. Another window can store another one meanwhile. */
  base: PromptSettings;
  mine: PromptSettings;
  /** The saved prompt, until the stored prompt that the panel reads is no longer `base`; null if nothing was saved. */
  saved: PromptSettings | null;
}

/** The edits as they are once `stored` is read; null if nothing is left of them, so that the stored prompt is shown. */
function followStored(held: HeldDraft | null, stored: PromptSettings): HeldDraft | null {
  if (held === null) return null;
  if (held.saved === null) return isSamePrompt(held.mine, stored) ? null : held;
  if (isSamePrompt(stored, held.base)) return held;
  const { saved, mine } = held;
  return isSamePrompt(mine, saved) ? null : followStored({ base: saved, mine, saved: null }, stored);
}

/** The edits with `next` as the user's prompt; null if that is what they began with. */
function withEdit(held: HeldDraft | null, next: PromptSettings, stored: PromptSettings): HeldDraft | null {
  if (held === null) return isSamePrompt(next, stored) ? null : { base: stored, mine: next, saved: null };
  return held.saved === null && isSamePrompt(next, held.base) ? null : { ...held, mine: next };
}

/** True if saving the edits would remove a change that another window stored since they began. */
function isOutdated({ base, saved }: HeldDraft, stored: PromptSettings): boolean {
  return saved === null && !isSamePrompt(base, stored);
}

interface OtherPromptNoteProps {
  /** Of the text. */
  id: string;
  onKeep(): void;
  onTakeOther(): void;
}

/** Says that another window stored another prompt since the user's first change, and lets the user choose one. */
function OtherPromptNote({ id, onKeep, onTakeOther }: OtherPromptNoteProps) {
  return (
    <div className="card note-card prompt-warning">
      <TriangleAlert className="icon" aria-hidden="true" />
      <div>
        <p id={id} role="alert">
          {i18n.t('prompt.editor.changedElsewhere')}
        </p>
        <div className="button-row">
          <button type="button" onClick={onKeep}>
            {i18n.t('prompt.editor.keepMine')}
          </button>
          <button type="button" onClick={onTakeOther}>
            {i18n.t('prompt.editor.takeOther')}
          </button>
        </div>
      </div>
    </div>
  );
}

/** A warning that the model isn't told to distrust pages, with a button that restores the part which does. */
function PageDataWarning({ onRestore }: { onRestore: (() => void) | null }) {
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

/** UTF-16 units of the prompt before the rest is folded. */
const MAX_CHARS = 3_000;

/** The whole prompt as the model gets it, rendered again after each change. */
function RenderedPrompt({ rendering: { shown, isPending, error } }: { rendering: PromptRendering }) {
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
