import { type SubmitEvent, useState } from 'react';
import { toErrorInfo } from '@/src/core/errors';
import { ErrorCard } from '@/src/panel/kit/errors/error-card';
import { ChoiceField } from '@/src/panel/kit/fields/choice-field';
import { SwitchField } from '@/src/panel/kit/fields/switch-field';
import { useRefusedFields } from '@/src/panel/kit/fields/use-refused-fields';
import { useTypedFields } from '@/src/panel/kit/fields/use-typed-fields';
import { Sheet } from '@/src/panel/kit/sheet';
import type { ModelSettings } from '@/src/schema/chat-settings';
import type { ErrorInfo } from '@/src/schema/error-info';
import { CHAT_SETTINGS, MODEL_PARAMETERS } from '@/src/schema/values/settings';
import { i18n } from '@/src/texts/i18n';
import { fieldsOf, readParameters } from './model-parameters';
import { ParameterField } from './parameter-field';
import './model-settings.css';

interface ModelSettingsSheetProps {
  settings: ModelSettings;
  /** Rejects if saving failed. */
  onSave(settings: ModelSettings): Promise<unknown>;
  onClose(): void;
}

const PARAMETERS = Object.keys(MODEL_PARAMETERS) as (keyof typeof MODEL_PARAMETERS)[];
const { streaming, takesImages: images } = CHAT_SETTINGS;

/** The chat's model settings. An empty field isn't sent to the endpoint. */
export function ModelSettingsSheet({ settings, onSave, onClose }: ModelSettingsSheetProps) {
  const { fields, change } = useTypedFields(fieldsOf(settings));
  const { problemOf, refuse } = useRefusedFields(fields);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const save = async () => {
    const read = readParameters(fields);
    refuse(read.ok ? {} : read.problems);
    if (!read.ok) return;
    try {
      await onSave(read.settings);
      onClose();
    } catch (thrown) {
      setError(toErrorInfo(thrown));
    }
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <Sheet title={i18n.t('header.settings.title')} onClose={onClose}>
      <form className="sheet-body model-settings" onSubmit={onSubmit} noValidate>
        <p className="secondary">{i18n.t('header.settings.explanation')}</p>
        {PARAMETERS.map((name) => (
          <ParameterField
            key={name}
            row={MODEL_PARAMETERS[name]}
            value={fields[name]}
            problem={problemOf(name)}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
        <SwitchField
          label={i18n.t(streaming.label)}
          sentence={i18n.t(streaming.effect)}
          isOn={fields.streaming}
          defaultIsOn={streaming.default}
          onChange={(isOn) => change({ streaming: isOn })}
        />
        <ChoiceField
          label={i18n.t(images.label)}
          choices={[
            { value: '', label: i18n.t('header.settings.imagesListed') },
            { value: 'yes', label: i18n.t('header.settings.imagesYes') },
            { value: 'no', label: i18n.t('header.settings.imagesNo') },
          ]}
          chosen={fields.takesImages}
          defaultValue=""
          defaultText={i18n.t('header.settings.imagesDefault')}
          onChoose={(takesImages) => change({ takesImages })}
        />
        {error !== null && <ErrorCard error={error} />}
        <div className="button-row">
          <button type="submit" className="primary">
            {i18n.t('header.settings.save')}
          </button>
        </div>
      </form>
    </Sheet>
  );
}
