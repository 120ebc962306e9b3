import { DefaultNote } from '@/src/panel/kit/fields/default-note';
import { SwitchField } from '@/src/panel/kit/fields/switch-field';
import type { ToolMemory } from '@/src/schema/chat-settings';
import { MAX_REMEMBERED_TURNS } from '@/src/schema/values/setting-bounds';
import { i18n } from '@/src/texts/i18n';
import { toolMemoryText } from './tool-memory-text';

interface ToolMemoryFieldsProps {
  toolMemory: ToolMemory;
  defaults: ToolMemory;
  onChange(toolMemory: ToolMemory): void;
}

const TURNS = Array.from({ length: MAX_REMEMBERED_TURNS + 1 }, (_, turns) => turns);

/** The fields of the tool memory: a check box, and the number of turns. */
export function ToolMemoryFields({ toolMemory, defaults, onChange }: ToolMemoryFieldsProps) {
  const { enabled, forgetAfterConclusions } = toolMemory;
  const tooltip = toolMemoryText(toolMemory);
  return (
    <>
      <SwitchField
        label={i18n.t('chatSettings.toolMemory.forget')}
        sentence={i18n.t('chatSettings.toolMemory.effect')}
        tooltip={tooltip}
        isOn={enabled}
        defaultIsOn={defaults.enabled}
        onChange={(isOn) => onChange({ ...toolMemory, enabled: isOn })}
      />
      <div className="field">
        <label className="field" title={tooltip}>
          <span>{i18n.t('chatSettings.toolMemory.turns')}</span>
          <select
            disabled={!enabled}
            value={forgetAfterConclusions}
            onChange={(event) =>
              onChange({ ...toolMemory, forgetAfterConclusions: Number(event.target.value) })
            }
          >
            {TURNS.map((turns) => (
              <option key={turns} value={turns}>
                {turns}
              </option>
            ))}
          </select>
          <span className="secondary">{tooltip}</span>
        </label>
        <DefaultNote
          name={i18n.t('chatSettings.toolMemory.turns')}
          text={String(defaults.forgetAfterConclusions)}
          isDefault={forgetAfterConclusions === defaults.forgetAfterConclusions}
          onReset={() => onChange({ ...toolMemory, forgetAfterConclusions: defaults.forgetAfterConclusions })}
        />
      </div>
    </>
  );
}
