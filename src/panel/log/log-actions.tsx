import { useState } from 'react';
import { StewardError } from '@/src/core/errors';
import { logFileName, logLines } from '@/src/core/logging/log-lines';
import { toolCallsFileName, toolCallsMarkdown } from '@/src/core/logging/tool-calls-markdown';
import { i18n } from '@/src/texts/i18n';
import type { Perform } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';
import { query } from '../link/stored-data';
import { TaskNote } from '../progress/task-note';
import { type TaskTools, useTask } from '../progress/use-task';
import { saveFile } from './save-file';

interface LogActionsProps {
  /** The chat whose tool calls can be exported; null if there is none. */
  chatId: string | null;
  perform: Perform;
}

/** Exports the log or a chat's tool calls, and clears the log after a confirmation. */
export function LogActions({ chatId, perform }: LogActionsProps) {
  const [stage, setStage] = useState<'initial' | 'confirming' | 'answered'>('initial');
  const { task, run, cancel } = useTask(perform);
  const clear = () => {
    setStage('answered');
    void perform(() => sendCommand({ type: 'clear-log' }));
  };
  if (stage === 'confirming') {
    return (
      <>
        <p role="alert">{i18n.t('log.clear.question')}</p>
        <div className="button-row">
          <button type="button" className="primary" onClick={clear}>
            {i18n.t('log.clear.action')}
          </button>
          <button type="button" ref={focusOnMount} onClick={() => setStage('answered')}>
            {i18n.t('log.clear.keep')}
          </button>
        </div>
      </>
    );
  }
  return (
    <>
      <div className="button-row">
        <button
          type="button"
          // Not disabled: the focus would be lost. The task that runs keeps others from starting.
          aria-disabled={task !== null}
          onClick={() => run(i18n.t('log.export.runningLog'), exportLog)}
        >
          {i18n.t('log.export.log')}
        </button>
        <button
          type="button"
          disabled={chatId === null}
          aria-disabled={task !== null}
          onClick={() =>
            chatId !== null &&
            run(i18n.t('log.export.runningToolCalls'), (tools) => exportToolCalls(chatId, tools))
          }
        >
          {i18n.t('log.export.toolCalls')}
        </button>
        <button
          type="button"
          className="quiet"
          ref={stage === 'answered' ? focusOnMount : null}
          onClick={() => setStage('confirming')}
        >
          {i18n.t('log.clear.open')}
        </button>
      </div>
      <TaskNote task={task} onCancel={cancel} />
    </>
  );
}

/** Focuses a harmless button after the focused one was removed. */
function focusOnMount(button: HTMLButtonElement | null): void {
  button?.focus();
}

async function exportLog({ signal }: TaskTools): Promise<void> {
  const entries = await query(({ allLogEntries }) => allLogEntries());
  signal.throwIfAborted();
  saveFile(logFileName(entries, Date.now()), 'application/jsonl', logLines(entries));
}

async function exportToolCalls(chatId: string, { signal }: TaskTools): Promise<void> {
  const record = await query(({ sessionRecordOf }) => sessionRecordOf(chatId));
  if (record === null) {
    throw new StewardError('not-found', i18n.t('log.export.chatGone'), {
      remedy: i18n.t('log.export.chatGoneRemedy'),
    });
  }
  signal.throwIfAborted();
  const now = Date.now();
  saveFile(toolCallsFileName(now), 'text/markdown', toolCallsMarkdown(record, now));
}
