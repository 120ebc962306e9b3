import { useContext } from 'react';
import { withChoices } from '@/src/core/adapter/recipe';
import { firstTitle } from '@/src/core/history/first-title';
import type { Command } from '@/src/messages/commands';
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
import { ShownChatContext } from '../shown-chat';
import { RecipeFields } from './recipe-fields';
import './prompt-sheet.css';

interface PromptSheetProps {
  /** A saved prompt or recipe to change or delete, or a new one. */
  prompt: SavedPrompt | NewPrompt;
  onClose(): void;
}

export type NewPrompt = Omit<SavedPrompt, 'name'> & { name: null };

/** A sheet that saves a text as a prompt or calls as a recipe, changes or deletes one, or runs a recipe in the shown chat. */
export function PromptSheet(props: PromptSheetProps) {
  const { name, recipe } = props.prompt;
  const ofText = name === null ? 'savedPrompts.save' : 'savedPrompts.edit';
  const ofRecipe = name === null ? 'recipes.save' : 'recipes.one';
  return (
    <Sheet title={recipe ? ofRecipe : ofText} onClose={props.onClose}>
      <CommandErrors>
        <PromptForm {...props} />
      </CommandErrors>
    </Sheet>
  );
}

function PromptForm({ prompt, onClose }: PromptSheetProps) {
  const { name, text, recipe } = prompt;
  const { perform } = useCommands();
  const chatId = useContext(ShownChatContext)?.chatId ?? null;
  const replaces = name === null ? null : { ...prompt, name };
  /** A saved recipe is run, beside a chat. */
  const runsIn = recipe && replaces && chatId;
  const stored = {
    ...{ name: name ?? proposedName(text), text },
    ...{ calls: recipe?.calls ?? [], chosen: [] as [string, string][] }, // None without a recipe.
  };
  const saving = ({ calls, chosen, ...values }: typeof stored) => ({
    ...{ type: 'store-saved-prompt' as const, ...values, replaces },
    ...(recipe && {
      text: text || values.name,
      recipe: { ...recipe, calls: withChoices(calls, new Map(chosen)) },
    }),
  });
  const form = useSavedForm({
    stored,
    read(entered) {
      const { length } = entered.text.trim();
      return length > MAX_PROMPT_LENGTH
        ? { ok: false, problems: { text: tooLong(length) } }
        : { ok: true, values: saving(entered) };
    },
    store: (saved) =>
      sendCommand(
        runsIn && saved.recipe
          ? { type: 'run-recipe', chatId: runsIn, name: saved.name, recipe: saved.recipe }
          : saved,
      ),
    onSaved: onClose,
  });
  const { fields, change } = form;
  const send = (command: Command) =>
    void perform(async () => {
      await sendCommand(command);
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
        {recipe ? (
          <RecipeFields
            adapterId={recipe.adapterId}
            calls={fields.calls}
            onLeaveOut={(index) => change({ calls: fields.calls.toSpliced(index, 1) })}
            chosen={new Map(fields.chosen)}
            onChoose={(chosen) => change({ chosen: [...chosen] })}
          />
        ) : (
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
        )}
        <SaveRow
          form={form}
          label={runsIn ? 'recipes.start' : recipe ? 'recipes.save' : 'savedPrompts.save'}
          isDisabled={fields.name.trim() === '' || (!recipe && fields.text.trim() === '')}
        >
          {runsIn && <TextButton text="recipes.save" onClick={() => send(saving(fields))} />}
          <TextButton text="common.cancel" onClick={onClose} />
        </SaveRow>
      </form>
      {name !== null && (
        <Confirmed
          label={t('common.delete')}
          question={t(recipe ? 'recipes.deleteQuestion' : 'savedPrompts.deleteQuestion', { name })}
          action={recipe ? 'recipes.delete' : 'savedPrompts.delete'}
          onConfirm={() => send({ type: 'delete-saved-prompt', name })}
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
