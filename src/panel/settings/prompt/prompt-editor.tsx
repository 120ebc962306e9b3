import { TriangleAlert } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { PAGE_DATA_KEY } from '@/src/core/prompts/base-contributions';
import { sendCommand } from '@/src/panel/data/send-command';
import { ErrorCard } from '@/src/panel/kit/errors/error-card';
import { asEntered, useSavedForm } from '@/src/panel/kit/fields/use-saved-form';
import { FoldedText } from '@/src/panel/kit/text/long-text';
import { Paragraph, SecondarySaid, SecondaryText } from '@/src/panel/kit/text/paragraph';
import { ErrorWords, SaidWords } from '@/src/panel/kit/text/said-words';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';
import { TextButton } from '@/src/panel/kit/text-button';
import { TitledSection } from '@/src/panel/kit/titled-section';
import type { Chat } from '@/src/schema/chat';
import type { PromptSettings } from '@/src/schema/chat-settings';
import type { PromptProblem } from '@/src/schema/prompt-problem';
import { say, sentences } from '@/src/schema/values/said';
import { t, wordsOf } from '@/src/texts/i18n';
import { LayoutField } from './layout-field';
import { isBuiltIn, NO_CHANGES, ordered, overrideOf, withExclusion, withOverride } from './prompt-changes';
import { PromptPartRow } from './prompt-part-row';
import './prompt.css';
import type { PromptPreview } from '@/src/core/adapter/prompt-preview';
import { useDebouncedRequest } from '@/src/panel/kit/use-debounced-request';
import type { ErrorInfo } from '@/src/schema/error-info';

/** Time in milliseconds after the last change before the prompt is rendered again. */
const PREVIEW_DELAY_MS = 300;

/** Editor of a chat's system prompt: its parts, its layout, and the rendered prompt. Changes apply once they are saved. */
export function PromptEditor({ chat }: { chat: Chat }) {
  const form = useSavedForm({
    stored: { prompt: ordered(chat.settings.prompt) },
    keptAs: `prompt-${chat.id}`,
    read: asEntered,
    store: ({ prompt }) => sendCommand({ type: 'set-prompt', chatId: chat.id, prompt }),
  });
  const { isTyped: isChanged, isOutdated } = form;
  const prompt = form.fields.prompt;
  const edit = (next: PromptSettings) => form.change({ prompt: ordered(next) });
  const otherId = useId();
  const saveButton = useRef<HTMLButtonElement>(null);
  const rendering = usePromptPreview(chat.id, prompt);
  const { shown } = rendering;
  const lacksPageData = shown?.declaresPageData === false;
  const problemOf = (kind: PromptProblem['kind'], key: string | null) => {
    const found = shown?.problems.find((problem) => problem.kind === kind && problem.key === key);
    return found === undefined ? null : wordsOf(found.message);
  };
  const decide = (act: () => void) => {
    act();
    // The note is removed together with the pressed button.
    saveButton.current?.focus();
  };
  // Only a changed prompt is saved: saving an unchanged one could overwrite a change that another window saves at this moment.
  const canSave = isChanged && !isOutdated;
  const isUnchanged = isBuiltIn(prompt);
  const isPartChanged =
    prompt.exclusions.includes(PAGE_DATA_KEY) || overrideOf(prompt, PAGE_DATA_KEY) !== null;
  return (
    <div className="prompt-editor">
      <SecondaryText text="prompt.editor.explanation" />
      {lacksPageData && (
        <PageDataWarning
          onRestore={
            isPartChanged
              ? () => edit(withOverride(withExclusion(prompt, PAGE_DATA_KEY, false), PAGE_DATA_KEY, null))
              : null
          }
        />
      )}
      <TitledSection heading="prompt.parts.label">
        <ul className="prompt-parts">
          {shown?.parts.map((part) => (
            <PromptPartRow
              key={part.key}
              part={part}
              prompt={prompt}
              problem={problemOf('override-failed', part.key)}
              onChange={edit}
            />
          ))}
        </ul>
        <StrayChanges prompt={prompt} problems={shown?.problems ?? []} onChange={edit} />
      </TitledSection>
      <TitledSection heading="prompt.layout.label">
        <LayoutField prompt={prompt} problem={problemOf('base-template-failed', null)} onChange={edit} />
      </TitledSection>
      <RenderedPrompt rendering={rendering} />
      {form.error !== null && <ErrorCard error={form.error} />}
      {isOutdated && (
        <OtherPromptNote
          id={otherId}
          onKeep={() => decide(form.keep)}
          onTakeOther={() => decide(form.discard)}
        />
      )}
      {/* Only `aria-disabled`: a disabled button would lose the focus. */}
      <div className="button-row prompt-actions">
        <TextButton
          ref={saveButton}
          text="prompt.editor.save"
          className={canSave ? 'primary' : undefined}
          aria-disabled={!canSave}
          aria-describedby={isOutdated ? otherId : undefined}
          onClick={() => canSave && form.save()}
        />
        <TextButton
          text="prompt.editor.discard"
          aria-disabled={!isChanged}
          onClick={() => isChanged && form.discard()}
        />
        <TextButton
          text="prompt.editor.resetAll"
          aria-disabled={isUnchanged}
          onClick={() => !isUnchanged && edit(NO_CHANGES)}
        />
        {lacksPageData && <span className="inline-error">{t('prompt.editor.pageDataMissing')}</span>}
        <span role="status" className="secondary">
          {form.isSaved ? t('prompt.editor.saved') : isChanged && t('prompt.editor.notSaved')}
        </span>
      </div>
    </div>
  );
}

interface OtherPromptNoteProps {
  /** Id of the text. */
  id: string;
  onKeep(): void;
  onTakeOther(): void;
}

/** Says that another window saved another prompt since the user's first change, and lets the user keep one of the two. */
function OtherPromptNote({ id, onKeep, onTakeOther }: OtherPromptNoteProps) {
  return (
    <div className="card note-card prompt-warning">
      <TriangleAlert className="icon" />
      <div>
        <p id={id} role="alert">
          {t('prompt.editor.changedElsewhere')}
        </p>
        <div className="button-row">
          <TextButton text="prompt.editor.keepMine" onClick={onKeep} />
          <TextButton text="prompt.editor.takeOther" onClick={onTakeOther} />
        </div>
      </div>
    </div>
  );
}

/**
 * Warns that the prompt lacks the instruction to distrust pages, with a button that restores the part that contains it. `onRestore`: null
 * if that part is unchanged, so that the layout is the cause.
 */
function PageDataWarning({ onRestore }: { onRestore: (() => void) | null }) {
  return (
    <div className="card note-card prompt-warning" role="alert">
      <TriangleAlert className="icon" />
      <div>
        <Paragraph text="prompt.pageData.warning" />
        <p className="secondary">
          <TextWithElements text="prompt.pageData.part" elements={{ part: <code>{PAGE_DATA_KEY}</code> }} />
        </p>
        {onRestore === null ? (
          <SecondaryText text="prompt.pageData.leftOut" />
        ) : (
          <div className="button-row">
            <TextButton text="prompt.pageData.restore" onClick={onRestore} />
          </div>
        )}
      </div>
    </div>
  );
}

/** UTF-16 units of the prompt before the rest is folded. */
const MAX_CHARS = 3_000;

function RenderedPrompt({ rendering: { shown, isPending, error } }: { rendering: PromptRendering }) {
  return (
    <TitledSection heading="prompt.rendered.label">
      <p className="secondary" role="status">
        <SaidWords
          said={sentences(
            shown === null ? null : say('prompt.rendered.size', { count: shown.tokens }),
            isPending ? say('prompt.rendered.rendering') : null,
          )}
        />
      </p>
      {error !== null && (
        <p className="inline-error" role="alert">
          <ErrorWords error={error} />
        </p>
      )}
      {shown !== null && (
        <div className="data rendered-prompt" aria-busy={isPending}>
          <FoldedText text={shown.text} maxChars={MAX_CHARS} isSpelledOut />
        </div>
      )}
    </TitledSection>
  );
}

/** The rendered prompt. `shown`: the last rendering that arrived, kept while the next one is requested; null before the first. */
interface PromptRendering {
  shown: PromptPreview | null;
  isPending: boolean;
  error: ErrorInfo | null;
}

/** The system prompt with these changes, rendered by the background. */
function usePromptPreview(chatId: string, prompt: PromptSettings): PromptRendering {
  const subject = JSON.stringify([chatId, prompt]);
  const { response } = useDebouncedRequest(subject, PREVIEW_DELAY_MS, () =>
    sendCommand({ type: 'preview-prompt', chatId, prompt }),
  );
  const [shown, setShown] = useState<PromptPreview | null>(null);
  if (response?.ok === true && response.output !== shown) setShown(response.output);
  const isAnswered = response?.subject === subject;
  return {
    shown,
    isPending: !isAnswered,
    error: isAnswered && !response.ok ? response.error : null,
  };
}

interface StrayChangesProps {
  prompt: PromptSettings;
  problems: readonly PromptProblem[];
  onChange(prompt: PromptSettings): void;
}

/** Changes to parts that this chat's prompt doesn't have, such as parts of another page's adapter. Each can be removed. */
function StrayChanges({ prompt, problems, onChange }: StrayChangesProps) {
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
          <SecondarySaid said={message} />
          <TextButton
            text="common.remove"
            aria-label={t('prompt.strayChanges.removeNamed', { key })}
            onClick={() =>
              onChange(
                kind === 'unknown-override'
                  ? withOverride(prompt, key, null)
                  : withExclusion(prompt, key, false),
              )
            }
          />
        </li>
      ))}
    </ul>
  );
}
