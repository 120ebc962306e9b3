import { useEffect, useRef } from 'react';
import { assertNever } from '@/src/core/assert-never';
import type { ComposerText } from '@/src/panel/composer/composer-text';
import { addQuotation } from '@/src/panel/composer/quoted';
import { undoLast } from '@/src/panel/conversation/reversals/undo-last';
import { type PanelTask, panelTasks } from '@/src/panel/data/panel-tasks';
import { type Commands, useCommands } from '@/src/panel/kit/errors/command-errors';

/** Carries out tasks from outside of the panel: a quotation, the undo of the last changes, or a problem to show. */
export function usePanelTasks(composerText: ComposerText): void {
  const commands = useCommands();
  const newest = useRef({ composerText, ...commands });
  newest.current = { composerText, ...commands };
  useEffect(() => panelTasks.receive((task) => carryOut(task, newest.current)), []);
}

type Means = { composerText: ComposerText } & Pick<Commands, 'perform' | 'report'>;

function carryOut({ task, chatId }: PanelTask, { composerText, perform, report }: Means): void {
  switch (task.kind) {
    case 'quote':
      addQuotation(composerText, task.text);
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
