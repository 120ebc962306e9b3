import { X } from 'lucide-react';
import { choicesIn, withChoices } from '@/src/core/adapter/recipe';
import { linesOf } from '@/src/core/tools/call-lines';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { TextField } from '@/src/panel/kit/fields/text-field';
import { IconButton } from '@/src/panel/kit/icon-button';
import { SecondaryText } from '@/src/panel/kit/text/paragraph';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import type { PageTool } from '@/src/schema/page-tool';
import type { RecipeCall } from '@/src/schema/recipe';
import { t } from '@/src/texts/i18n';
import { useDefinition } from '../load-definition';

/** Calls of tools that a page offers are shown by the tools' names. */
const NO_TOOLS: readonly PageTool[] = [];

interface RecipeFieldsProps {
  adapterId: string;
  /** The calls as they are stored, without those that the user has left out. */
  calls: readonly RecipeCall[];
  chosen: ReadonlyMap<string, string>;
  onLeaveOut(index: number): void;
  onChoose(chosen: Map<string, string>): void;
}

/** The calls of a recipe in words, and a field for each text in them. */
export function RecipeFields({ adapterId, calls, chosen, onLeaveOut, onChoose }: RecipeFieldsProps) {
  const { report } = useCommands();
  const lineOf = linesOf(useDefinition(adapterId, NO_TOOLS, report)?.tools ?? []); // Until they are loaded.
  return (
    <>
      <SecondaryText text="recipes.explanation" />
      <ol className="recipe-calls">
        {withChoices(calls, chosen).map(({ name, args }, index) => {
          const call = lineOf(name, args);
          // The same call may be there twice.
          const key = index;
          return (
            <li key={key}>
              <SaidWords said={call} />
              {calls.length > 1 && (
                <IconButton
                  icon={X}
                  label={t('recipes.leaveOut', { call })}
                  onClick={() => onLeaveOut(index)}
                />
              )}
            </li>
          );
        })}
      </ol>
      {choicesIn(calls).map((text) => (
        <TextField
          key={text}
          className="mono"
          label={t('recipes.instead', { text })}
          value={chosen.get(text) ?? text}
          onChange={(entered) => onChoose(new Map(chosen).set(text, entered))}
        />
      ))}
    </>
  );
}
