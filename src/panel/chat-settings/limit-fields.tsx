import { type Chat, newChatSettings } from '@/src/core/records/chat';
import { RUN_LIMIT_BOUNDS, runLimitsOf } from '@/src/core/records/run-limits';
import type { Perform } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';
import { LIMIT_TEXTS } from './limit-text';
import { NumberWithin } from './number-within';
import { SwitchField } from './switch-field';
import { useAppliedSettings } from './use-applied-settings';

interface LimitFieldsProps {
  chat: Chat;
  perform: Perform;
}

const NAMES = Object.keys(LIMIT_TEXTS) as (keyof typeof LIMIT_TEXTS)[];
const DEFAULTS = runLimitsOf(newChatSettings());

/** The limits of the chat's runs, each with its default. Changes apply at once. */
export function LimitFields({ chat, perform }: LimitFieldsProps) {
  const { shown, change } = useAppliedSettings(runLimitsOf(chat.settings), perform, (limits) =>
    sendCommand({ type: 'set-limits', chatId: chat.id, ...limits }),
  );
  return (
    <fieldset className="sending">
      <legend>Limits</legend>
      <p className="secondary">For this chat, from the next step on.</p>
      {NAMES.map((name) => (
        <NumberWithin
          key={name}
          label={LIMIT_TEXTS[name].label}
          sentence={LIMIT_TEXTS[name].sentence}
          value={shown[name]}
          defaultValue={DEFAULTS[name]}
          bounds={RUN_LIMIT_BOUNDS[name]}
          isDisabled={false}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
      <SwitchField
        label="Require a tool call in every answer"
        sentence="An answer without a call is requested again, up to three times: for models that describe a change instead of making it."
        isOn={shown.requireToolCall}
        defaultIsOn={DEFAULTS.requireToolCall}
        onChange={(requireToolCall) => change({ requireToolCall })}
      />
    </fieldset>
  );
}
