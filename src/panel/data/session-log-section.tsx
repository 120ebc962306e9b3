import { StewardError } from '@/src/core/errors';
import { fileStamp } from '@/src/core/logging/file-stamp';
import type { Perform } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';
import { query, useQuery } from '../link/stored-data';
import { saveBlob } from '../log/save-file';
import { TaskNote } from '../progress/task-note';
import { useTask } from '../progress/use-task';
import { countOf } from '../text/count';
import { Confirmed } from './confirmed';
import { sessionZip } from './session-zip';
import { sizeText } from './size-text';

interface SessionLogSectionProps {
  chatId: string;
  perform: Perform;
}

/** The session log of the chat shown: whether what is sent and received is kept, and its export. */
export function SessionLogSection({ chatId, perform }: SessionLogSectionProps) {
  const { task, run, cancel } = useTask(perform);
  const isOn = useQuery((queries) => queries.keepsSessionLog(chatId), [chatId]);
  const sizes = useQuery((queries) => queries.freeableRows(), []);
  const size = sizes?.sessionLogs.find((log) => log.chatId === chatId);
  return (
    <section aria-label="Session log">
      <h3>Session log of this chat</h3>
      <label className="site-switch">
        <input
          type="checkbox"
          checked={isOn ?? false}
          disabled={isOn === undefined}
          onChange={(event) => {
            const { checked } = event.target;
            void perform(() => sendCommand({ type: 'set-session-log', chatId, isOn: checked }));
          }}
        />
        <span>Keep what is sent and received, whole and without keys</span>
      </label>
      <div className="button-row">
        <button
          type="button"
          disabled={task !== null}
          onClick={() => run('Exporting the session log', ({ signal }) => exportZip(chatId, signal))}
        >
          Export session log
        </button>
      </div>
      <TaskNote task={task} onCancel={cancel} />
      {size !== undefined && (
        <Confirmed
          label={`Delete this session log (${sizeText(size.characters)})…`}
          question={`Delete what was kept for this chat’s session log, ${sizeText(size.characters)} in ${countOf(size.rows, 'entry', 'entries')}? The conversation stays. This can’t be undone.`}
          action="Delete session log"
          onConfirm={() => void perform(() => sendCommand({ type: 'delete-session-log', chatId }))}
        />
      )}
      <p className="secondary">
        One zip: the timeline of what was kept, every tool call with its result and the page before and after,
        and a file for each set of changes.
      </p>
    </section>
  );
}

async function exportZip(chatId: string, signal: AbortSignal): Promise<void> {
  const record = await query(({ sessionRecordOf }) => sessionRecordOf(chatId));
  if (record === null) {
    throw new StewardError('not-found', 'This chat is no longer there.', { remedy: 'Open the panel again.' });
  }
  const nowMs = Date.now();
  signal.throwIfAborted();
  const zipped = await sessionZip(record, nowMs);
  signal.throwIfAborted();
  saveBlob(`session_${fileStamp(nowMs)}.zip`, new Blob([zipped], { type: 'application/zip' }));
}
