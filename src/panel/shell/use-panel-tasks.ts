import { type RefObject, useEffect, useRef } from 'react';
import { assertNever } from '@/src/core/assert-never';
import { joinTexts } from '@/src/core/text/join-texts';
import type { ComposerText } from '@/src/panel/composer/composer-text';
import { quoted } from '@/src/panel/composer/quoted';
import { undoLast } from '@/src/panel/conversation/reversals/undo-last';
import { type PanelTask, panelTasks } from '@/src/panel/data/panel-tasks';
import { type Commands, useCommands } from '@/src/panel/kit/errors/command-errors';

/** Carries out what the user requested outside of the panel: a quotation, or the undo of the last changes. */
export function usePanelTasks(parts: {
  composerText: ComposerText;
  composer: RefObject<HTMLTextAreaElement | null>;
}): void {
  const commands = useCommands();
  const newest = useRef({ ...parts, ...commands });
  newest.current = { ...parts, ...commands };
  useEffect(() => panelTasks.receive((task) => carryOut(task, newest.current)), []);
}

type Means = Parameters<typeof usePanelTasks>[0] & Pick<Commands, 'perform' | 'report'>;

function carryOut({ task, chatId }: PanelTask, parts: Means): void {
  const { composerText, composer, perform, report } = parts;
  switch (task.kind) {
    case 'quote':
      // The field is focused first, since only an edit of a focused field can be undone.
      composer.current?.focus();
      composerText.setText(joinTexts(composerText.getText(), quoted(task.text)));
      return;
    case 'undo-last':
      void perform(() => undoLast(chatId));
      return;
    case 'problem':
      report(task.error);
      return;
    default:
      assertNever(task);
  }
}
