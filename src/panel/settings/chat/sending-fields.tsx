import { newChatSettings } from '@/src/core/records/chat';
import { sendingOf } from '@/src/core/records/sending-settings';
import { sendCommand } from '@/src/panel/data/send-command';
import { NumberWithin } from '@/src/panel/kit/fields/number-within';
import { SwitchField } from '@/src/panel/kit/fields/switch-field';
import type { Chat } from '@/src/schema/chat';
import { AGED_RESULT_CHARACTERS, TRIMMED_REQUEST_TOKENS } from '@/src/schema/values/setting-bounds';
import { i18n } from '@/src/texts/i18n';
import { CacheField } from './cache-field';
import { ToolMemoryFields } from './tool-memory-fields';
import { useAppliedSettings } from './use-applied-settings';

interface SendingFieldsProps {
  chat: Chat;
}

const DEFAULTS = sendingOf(newChatSettings());

/** The settings for what the chat's requests contain. Changes apply at once. */
export function SendingFields({ chat }: SendingFieldsProps) {
  const { shown, change } = useAppliedSettings(sendingOf(chat.settings), (sending) =>
    sendCommand({ type: 'set-sending', chatId: chat.id, ...sending }),
  );
  const { toolMemory, cacheMode, toolResultAgeing: ageing, trimOldest } = shown;
  return (
    <fieldset className="sending">
      <legend>{i18n.t('chatSettings.sending.label')}</legend>
      <p className="secondary">{i18n.t('chatSettings.sending.explanation')}</p>
      <ToolMemoryFields
        toolMemory={toolMemory}
        defaults={DEFAULTS.toolMemory}
        onChange={(next) => change({ toolMemory: next })}
      />
      <SwitchField
        label={i18n.t('chatSettings.sending.ageing')}
        sentence={i18n.t('chatSettings.sending.ageingEffect')}
        isOn={ageing.enabled}
        defaultIsOn={DEFAULTS.toolResultAgeing.enabled}
        onChange={(enabled) => change({ toolResultAgeing: { ...ageing, enabled } })}
      />
      <NumberWithin
        label={i18n.t('chatSettings.sending.ageingLimit')}
        value={ageing.limitCharacters}
        defaultValue={DEFAULTS.toolResultAgeing.limitCharacters}
        bounds={AGED_RESULT_CHARACTERS}
        isDisabled={!ageing.enabled}
        onChange={(limitCharacters) => change({ toolResultAgeing: { ...ageing, limitCharacters } })}
      />
      <SwitchField
        label={i18n.t('chatSettings.sending.trimming')}
        sentence={i18n.t('chatSettings.sending.trimmingEffect')}
        isOn={trimOldest.enabled}
        defaultIsOn={DEFAULTS.trimOldest.enabled}
        onChange={(enabled) => change({ trimOldest: { ...trimOldest, enabled } })}
      />
      <NumberWithin
        label={i18n.t('chatSettings.sending.trimmingBudget')}
        value={trimOldest.budgetTokens}
        defaultValue={DEFAULTS.trimOldest.budgetTokens}
        bounds={TRIMMED_REQUEST_TOKENS}
        isDisabled={!trimOldest.enabled}
        onChange={(budgetTokens) => change({ trimOldest: { ...trimOldest, budgetTokens } })}
      />
      <CacheField
        chat={chat}
        mode={cacheMode}
        defaultMode={DEFAULTS.cacheMode}
        onChange={(mode) => change({ cacheMode: mode })}
      />
    </fieldset>
  );
}
