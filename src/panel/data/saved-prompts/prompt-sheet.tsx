import { firstTitle } from '@/src/core/history/first-title';
import { sendCommand } from '@/src/panel/data/send-command';
import { Confirmed } from '@/src/panel/kit/confirmed';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { CommandErrors, useCommands } from '@/src/panel/kit/errors/command-errors';
import { FieldFrame } from '@/src/panel/kit/fields/field-frame';
import { SaveRow } from '@/src/panel/kit/fields/save-row';
import { TextField } from '@/src/panel/kit/fields/text-field';
import { useSavedForm } from '@/src/panel/kit/fields/use-saved-form';
import { Sheet } from '@/src/panel/kit/sheet';
import { TextButton } from '@/src/panel/kit/text-button';
import type { SavedPrompt } from '@/src/schema/saved-prompt';
import { MAX_PROMPT_LENGTH, MAX_PROMPT_NAME_LENGTH } from '@/src/schema/values/limits';
import { t } from '@/src/texts/i18n';
import './prompt-sheet.css';

interface PromptSheetProps {
  /** A saved prompt to change or delete, or the text of a new one. */
  prompt: SavedPrompt | { name: null; text: string };
  onClose(): void;
}

/** A sheet that saves a text as a prompt, or changes or deletes a saved prompt. */
export function PromptSheet({ prompt, onClose }: PromptSheetProps) {
  return (
    <Sheet title={prompt.name === null ? 'savedPrompts.save' : 'savedPrompts.edit'} onClose={onClose}>
      <CommandErrors>
        <PromptForm prompt={prompt} onClose={onClose} />
      </CommandErrors>
    </Sheet>
  );
}

function PromptForm({ prompt: { name, text }, onClose }: PromptSheetProps) {
  const { perform } = useCommands();
  const replaces = name === null ? null : { name, text };
  const form = useSavedForm({
    stored: { name: name ?? proposedName(text), text },
    read(entered) {
      const { length } = entered.text.trim();
      return length > MAX_PROMPT_LENGTH
        ? { ok: false, problems: { text: tooLong(length) } }
        : { ok: true, values: entered };
    },
    store: (values) => sendCommand({ type: 'store-saved-prompt', ...values, replaces }),
    onSaved: onClose,
  });
  const { fields, change } = form;
  const remove = (saved: string) =>
    void perform(async () => {
      await sendCommand({ type: 'delete-saved-prompt', name: saved });
      onClose();
    });
  return (
    <>
      <CommandErrorCard />
      <form className="prompt-form" onSubmit={form.onSubmit}>
        <TextField
          label={t('savedPrompts.name')}
          maxLength={MAX_PROMPT_NAME_LENGTH}
          value={fields.name}
          onChange={(entered) => change({ name: entered })}
        />
        <FieldFrame
          label={t('savedPrompts.text')}
          note={t('savedPrompts.use')}
          problems={form.problemsOf('text')}
          control={(names) => (
            <textarea
              {...names}
              value={fields.text}
              onChange={({ target }) => change({ text: target.value })}
            />
          )}
        />
        <SaveRow
          form={form}
          label="savedPrompts.save"
          isDisabled={fields.name.trim() === '' || fields.text.trim() === ''}
        >
          <TextButton text="common.cancel" onClick={onClose} />
        </SaveRow>
      </form>
      {name !== null && (
        <Confirmed
          label={t('common.delete')}
          question={t('savedPrompts.deleteQuestion', { name })}
          action="savedPrompts.delete"
          onConfirm={() => remove(name)}
        />
      )}
    </>
  );
}

/** The text's first line as a name; empty if it is too long for one. */
function proposedName(text: string): string {
  const title = firstTitle(text.trim());
  return title.length <= MAX_PROMPT_NAME_LENGTH ? title : '';
}

function tooLong(length: number): string {
  return t('savedPrompts.tooLong', {
    limit: MAX_PROMPT_LENGTH,
    length,
  });
}
