import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { sendCommand } from '@/src/panel/data/send-command';
import { useQuery } from '@/src/panel/data/stored-data';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { DefaultNote } from '@/src/panel/kit/fields/default-note';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';
import type { Chat } from '@/src/schema/chat';
import { CACHE_MODES, type CacheMode } from '@/src/schema/values/chat-settings';
import { i18n } from '@/src/texts/i18n';
import { CACHE_MODE_LABELS } from './cache-mode-labels';

interface CacheFieldProps {
  chat: Pick<Chat, 'id' | 'settings'>;
  mode: CacheMode;
  defaultMode: CacheMode;
  onChange(mode: CacheMode): void;
}

/** The choice of what requests mark for the provider's cache. If the endpoint refused marks, its reason is shown here. */
export function CacheField({ chat, mode, defaultMode, onChange }: CacheFieldProps) {
  const { perform } = useCommands();
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
        <span>{i18n.t('chatSettings.cache.label')}</span>
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
              {i18n.t(CACHE_MODE_LABELS[known])}
            </option>
          ))}
        </select>
      </label>
      <DefaultNote
        name={i18n.t('chatSettings.cache.label')}
        text={i18n.t(CACHE_MODE_LABELS[defaultMode])}
        isDefault={mode === defaultMode}
        onReset={() => onChange(defaultMode)}
      />
      <div id={noteId}>
        <p className="secondary">{i18n.t('chatSettings.cache.explanation')}</p>
        {mode !== 'all-off' && refusal != null && (
          <div className="cache-refusal" role="status">
            <TriangleAlert className="icon" aria-hidden="true" />
            <div>
              <p>
                <TextWithElements
                  text="chatSettings.cache.refused"
                  elements={{ model: <ForeignText text={refusal.model} /> }}
                />
              </p>
              <p className="secondary">
                <ForeignText text={refusal.reason} />
              </p>
              <button type="button" className="quiet" onClick={tryAgain}>
                {i18n.t('chatSettings.cache.sendAgain')}
              </button>
            </div>
          </div>
        )}
      </div>
    </div>
  );
}
