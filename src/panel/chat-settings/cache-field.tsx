import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { CACHE_MODES, type CacheMode, type Chat } from '@/src/core/records/chat';
import type { Perform } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';
import { useQuery } from '../link/stored-data';
import { ForeignText } from '../text/foreign-text';
import { DefaultNote } from './default-note';

interface CacheFieldProps {
  chat: Pick<Chat, 'id' | 'settings'>;
  mode: CacheMode;
  defaultMode: CacheMode;
  perform: Perform;
  onChange(mode: CacheMode): void;
}

const LABELS: Readonly<Record<CacheMode, string>> = {
  'all-off': 'Off',
  system: 'System prompt',
  cached: 'System prompt + messages',
};

/** The choice of what requests mark for the provider's cache. If the endpoint refused marks, its reason is shown here. */
export function CacheField({ chat, mode, defaultMode, perform, onChange }: CacheFieldProps) {
  const { connectionId, model } = chat.settings;
  const noteId = useId();
  const refusal = useQuery(
    async (queries) =>
      connectionId === null || model === null ? null : queries.cacheRefusalOf(connectionId, model),
    [connectionId, model],
  );
  const tryAgain = () => perform(() => sendCommand({ type: 'try-cache-marks', chatId: chat.id }));
  return (
    <div className="field">
      <label>
        <span>Cache marks</span>
        <select
          aria-describedby={noteId}
          value={mode}
          onChange={(event) => {
            const chosen = CACHE_MODES.find((known) => known === event.target.value);
            if (chosen !== undefined) onChange(chosen);
          }}
        >
          {CACHE_MODES.map((known) => (
            <option key={known} value={known}>
              {LABELS[known]}
            </option>
          ))}
        </select>
      </label>
      <DefaultNote
        name="Cache marks"
        text={LABELS[defaultMode]}
        isDefault={mode === defaultMode}
        onReset={() => onChange(defaultMode)}
      />
      <div id={noteId}>
        <p className="secondary">
          The provider keeps what is marked: reading it again costs less, storing it costs a little more. Not
          every provider needs marks.
        </p>
        {mode !== 'all-off' && refusal != null && (
          <div className="cache-refusal" role="status">
            <TriangleAlert className="icon" aria-hidden="true" />
            <div>
              <p>
                The endpoint refuses cache marks for <ForeignText text={refusal.model} />, so its requests go
                out without them.
              </p>
              <p className="secondary">
                <ForeignText text={refusal.reason} />
              </p>
              <button type="button" className="quiet" onClick={tryAgain}>
                Send marks again
              </button>
            </div>
          </div>
        )}
      </div>
    </div>
  );
}
