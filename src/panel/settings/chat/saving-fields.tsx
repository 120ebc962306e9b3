import { ChoiceField } from '@/src/panel/kit/fields/choice-field';
import { ManagedFields, useLimits } from '@/src/panel/kit/fields/managed-fields';
import { SwitchField } from '@/src/panel/kit/fields/switch-field';
import { toolMemoryEffect } from '@/src/panel/kit/text/tool-memory-text';
import type { Chat } from '@/src/schema/chat';
import { CHAT_SETTINGS } from '@/src/schema/values/settings';
import { t, wordsOf } from '@/src/texts/i18n';
import { CacheField } from './cache-field';
import { useChatSettings } from './use-applied-settings';
import './chat-settings.css';

const { enabled: SWITCH, forgetAfterConclusions: TURNS } = CHAT_SETTINGS.toolMemory.fields;

const MEMORY_CHOICES = Array.from({ length: TURNS.max + 1 }, (_, turns) => ({
  value: String(turns),
  label: String(turns),
}));

/** Fields for the chat settings that reduce costs or tokens: prompt caching and tool memory. Changes apply at once. */
export function SavingFields({ chat }: { chat: Chat }) {
  return (
    <>
      <ManagedFields isManaged={'cacheMode' in useLimits().chatSettings}>
        <CacheField chat={chat} />
      </ManagedFields>
      <ToolMemoryFields chat={chat} />
    </>
  );
}

/** The fields of the tool memory: a check box, and the number of turns while it is on. */
function ToolMemoryFields({ chat }: { chat: Chat }) {
  const { shown, change } = useChatSettings(chat);
  const { toolMemory } = shown;
  const tooltip = wordsOf(toolMemoryEffect(toolMemory));
  return (
    <>
      <SwitchField
        label={SWITCH.label}
        sentence={t(SWITCH.effect)}
        tooltip={tooltip}
        isOn={toolMemory.enabled}
        defaultIsOn={SWITCH.default}
        onChange={(enabled) => change({ toolMemory: { ...toolMemory, enabled } })}
      />
      {toolMemory.enabled && (
        <ChoiceField
          label={t(TURNS.label)}
          tooltip={tooltip}
          choices={MEMORY_CHOICES}
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
