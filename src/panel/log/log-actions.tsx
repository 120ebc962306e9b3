import { useState } from 'react';
import { StewardError } from '@/src/core/errors';
import { logFileName, logLines } from '@/src/core/logging/log-lines';
import { toolCallsFileName, toolCallsMarkdown } from '@/src/core/logging/tool-calls-markdown';
import { allLogEntries, recordOf } from '@/src/store/queries';
import type { Perform } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';
import { saveFile } from './save-file';

interface LogActionsProps {
  /** The chat whose tool calls can be exported; null where there is none. */
  chatId: string | null;
  perform: Perform;
}

/** Exports the log, or a chat's tool calls; clears the log once the user has said so twice. */
export function LogActions({ chatId, perform }: LogActionsProps) {
  const [stage, setStage] = useState<'untouched' | 'asking' | 'answered'>('untouched');
  const clear = () => {
    setStage('answered');
    void perform(() => sendCommand({ type: 'clear-log' }));
  };
  if (stage === 'asking') {
    return (
      <>
        <p role="alert">Clear the whole log? It can’t be brought back.</p>
        <div className="button-row">
          <button type="button" className="primary" onClick={clear}>
            Clear log
          </button>
          <button type="button" ref={focusAtOnce} onClick={() => setStage('answered')}>
            Keep
          </button>
        </div>
      </>
    );
  }
  return (
    <div className="button-row">
      <button type="button" onClick={() => perform(exportLog)}>
        Export log
      </button>
      <button
        type="button"
        disabled={chatId === null}
        onClick={() => chatId !== null && perform(() => exportToolCalls(chatId))}
      >
        Export tool calls
      </button>
      <button
        type="button"
        className="quiet"
        ref={stage === 'answered' ? focusAtOnce : null}
        onClick={() => setStage('asking')}
      >
        Clear…
      </button>
    </div>
  );
}

/** The button that had the focus is gone: the harmless one of those in its place gets it. */
function focusAtOnce(button: HTMLButtonElement | null): void {
  button?.focus();
}

async function exportLog(): Promise<void> {
  const entries = await allLogEntries();
  saveFile(logFileName(entries, Date.now()), 'application/jsonl', logLines(entries));
}

async function exportToolCalls(chatId: string): Promise<void> {
  const record = await recordOf(chatId);
  if (record === null) {
    throw new StewardError('not-found', 'This chat is no longer there.', { remedy: 'Open the panel again.' });
  }
  const now = Date.now();
  saveFile(toolCallsFileName(now), 'text/markdown', toolCallsMarkdown(record, now));
}
