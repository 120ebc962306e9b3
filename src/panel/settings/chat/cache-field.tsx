import { TriangleAlert } from 'lucide-react';
import { useQuery } from '@/src/panel/data/stored-data';
import { useSend } from '@/src/panel/data/use-send';
import { ChoiceField } from '@/src/panel/kit/fields/choice-field';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { SaidParagraph, SecondaryText } from '@/src/panel/kit/text/paragraph';
import { TextButton } from '@/src/panel/kit/text-button';
import type { Chat } from '@/src/schema/chat';
import { say } from '@/src/schema/values/said';
import { CHAT_SETTINGS } from '@/src/schema/values/settings';
import { t } from '@/src/texts/i18n';
import { useChatSettings } from './use-applied-settings';

const { cacheMode: ROW } = CHAT_SETTINGS;

/**
 * Choice of the parts of a request that are marked for the provider's cache. If the endpoint refused the marks, the field shows its reason.
 */
export function CacheField({ chat }: { chat: Chat }) {
  const send = useSend();
  const { connectionId, model } = chat.settings;
  const { shown, change } = useChatSettings(chat);
  const { cacheMode } = shown;
  const refusal = useQuery(
    async (queries) =>
      connectionId === null || model === null ? null : queries.cacheRefusalOf(connectionId, model),
    [connectionId, model],
  );
  const tryAgain = () => send({ type: 'try-cache-marks', chatId: chat.id });
  const modes = Object.keys(ROW.choices) as (keyof typeof ROW.choices)[];
  return (
    <ChoiceField
      label={t(ROW.label)}
      choices={modes.map((mode) => ({ value: mode, label: t(ROW.choices[mode]) }))}
      chosen={cacheMode}
      defaultValue={ROW.default}
      onChoose={(mode) => change({ cacheMode: mode })}
    >
      <SecondaryText text="chatSettings.cache.explanation" />
      {cacheMode !== 'all-off' && refusal != null && (
        <div className="cache-refusal" role="status">
          <TriangleAlert className="icon" />
          <div>
            <SaidParagraph said={say('chatSettings.cache.refused', { model: refusal.model })} />
            <p className="secondary">
              <ForeignText text={refusal.reason} />
            </p>
            <TextButton text="chatSettings.cache.tryAgain" className="quiet" onClick={tryAgain} />
          </div>
        </div>
      )}
    </ChoiceField>
  );
}
