import { ChoiceField } from '@/src/panel/kit/fields/choice-field';
import { SwitchField } from '@/src/panel/kit/fields/switch-field';
import type { Chat } from '@/src/schema/chat';
import { CHAT_SETTINGS } from '@/src/schema/values/settings';
import { i18n } from '@/src/texts/i18n';
import { toolMemoryText } from './tool-memory-text';
import { useChatSettings } from './use-applied-settings';

interface ToolMemoryFieldsProps {
  chat: Chat;
}

const { enabled: SWITCH, forgetAfterConclusions: TURNS } = CHAT_SETTINGS.toolMemory.fields;
const CHOICES = Array.from({ length: TURNS.max + 1 }, (_, turns) => ({
  value: String(turns),
  label: String(turns),
}));

/** The fields of the tool memory: a check box, and the number of turns while it is on. */
export function ToolMemoryFields({ chat }: ToolMemoryFieldsProps) {
  const { shown, change } = useChatSettings(chat);
  const { toolMemory } = shown;
  const tooltip = toolMemoryText(toolMemory);
  return (
    <>
      <SwitchField
        label={i18n.t(SWITCH.label)}
        sentence={i18n.t(SWITCH.effect)}
        tooltip={tooltip}
        isOn={toolMemory.enabled}
        defaultIsOn={SWITCH.default}
        onChange={(enabled) => change({ toolMemory: { ...toolMemory, enabled } })}
      />
      {toolMemory.enabled && (
        <ChoiceField
          label={i18n.t(TURNS.label)}
          tooltip={tooltip}
          choices={CHOICES}
          chosen={String(toolMemory.forgetAfterConclusions)}
          defaultValue={String(TURNS.default)}
          onChoose={(turns) =>
            change({ toolMemory: { ...toolMemory, forgetAfterConclusions: Number(turns) } })
          }
        >
          <p className="secondary">{tooltip}</p>
        </ChoiceField>
      )}
    </>
  );
}
