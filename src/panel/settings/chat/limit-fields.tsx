import { newChatSettings } from '@/src/core/records/chat';
import { runLimitsOf } from '@/src/core/records/run-limits';
import { sendCommand } from '@/src/panel/data/send-command';
import { NumberWithin } from '@/src/panel/kit/fields/number-within';
import { SwitchField } from '@/src/panel/kit/fields/switch-field';
import type { Chat } from '@/src/schema/chat';
import { RUN_LIMIT_BOUNDS } from '@/src/schema/values/setting-bounds';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';
import { useAppliedSettings } from './use-applied-settings';

interface LimitFieldsProps {
  chat: Chat;
}

/** The texts of one limit. */
interface LimitText {
  label: TextKey;
  /** Its effect, in one sentence. */
  sentence: TextKey;
}

/** The limits that are numbers, in the order of the panel. */
const LIMIT_TEXTS: Readonly<Record<keyof typeof RUN_LIMIT_BOUNDS, LimitText>> = {
  roundsPerRun: {
    label: 'chatSettings.limits.rounds',
    sentence: 'chatSettings.limits.roundsEffect',
  },
  invalidAttemptLimit: {
    label: 'chatSettings.limits.invalidAnswers',
    sentence: 'chatSettings.limits.invalidAnswersEffect',
  },
  requestAttempts: {
    label: 'chatSettings.limits.attempts',
    sentence: 'chatSettings.limits.attemptsEffect',
  },
  retryDelaySeconds: {
    label: 'chatSettings.limits.retryDelay',
    sentence: 'chatSettings.limits.retryDelayEffect',
  },
  contextBudgetTokens: {
    label: 'chatSettings.limits.pageState',
    sentence: 'chatSettings.limits.pageStateEffect',
  },
  toolResultLimit: {
    label: 'chatSettings.limits.toolResult',
    sentence: 'chatSettings.limits.toolResultEffect',
  },
  checkpointLimit: {
    label: 'chatSettings.limits.checkpoints',
    sentence: 'chatSettings.limits.checkpointsEffect',
  },
};

const NAMES = Object.keys(LIMIT_TEXTS) as (keyof typeof LIMIT_TEXTS)[];
const DEFAULTS = runLimitsOf(newChatSettings());

/** The limits of the chat's runs, each with its default. Changes apply at once. */
export function LimitFields({ chat }: LimitFieldsProps) {
  const { shown, change } = useAppliedSettings(runLimitsOf(chat.settings), (limits) =>
    sendCommand({ type: 'set-limits', chatId: chat.id, ...limits }),
  );
  return (
    <fieldset className="sending">
      <legend>{i18n.t('chatSettings.limits.label')}</legend>
      <p className="secondary">{i18n.t('chatSettings.limits.explanation')}</p>
      {NAMES.map((name) => (
        <NumberWithin
          key={name}
          label={i18n.t(LIMIT_TEXTS[name].label)}
          sentence={i18n.t(LIMIT_TEXTS[name].sentence)}
          value={shown[name]}
          defaultValue={DEFAULTS[name]}
          bounds={RUN_LIMIT_BOUNDS[name]}
          isDisabled={false}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
      <SwitchField
        label={i18n.t('chatSettings.limits.requireCall')}
        sentence={i18n.t('chatSettings.limits.requireCallEffect')}
        isOn={shown.requireToolCall}
        defaultIsOn={DEFAULTS.requireToolCall}
        onChange={(requireToolCall) => change({ requireToolCall })}
      />
    </fieldset>
  );
}
