import { ChoiceField } from '@/src/panel/kit/fields/choice-field';
import { EnteredField } from '@/src/panel/kit/fields/entered-field';
import { type Entered, enteredFrom, readEntered } from '@/src/panel/kit/fields/entered-values';
import { SaveRow } from '@/src/panel/kit/fields/save-row';
import { SwitchField } from '@/src/panel/kit/fields/switch-field';
import type { Reading } from '@/src/panel/kit/fields/use-refused-fields';
import { useSavedForm } from '@/src/panel/kit/fields/use-saved-form';
import { SecondaryText } from '@/src/panel/kit/text/paragraph';
import type { ModelSettings } from '@/src/schema/chat-settings';
import { MODEL_PARAMETERS } from '@/src/schema/values/model-parameters';
import { CHAT_SETTINGS } from '@/src/schema/values/settings';
import { t } from '@/src/texts/i18n';

interface ModelFormProps {
  settings: ModelSettings;
  /** Rejects if saving failed. */
  onSave(settings: ModelSettings): Promise<unknown>;
}

const PARAMETERS = Object.keys(MODEL_PARAMETERS) as (keyof typeof MODEL_PARAMETERS)[];
const { streaming, takesImages: images } = CHAT_SETTINGS;

/** The chat's model settings. A setting whose field is empty isn't sent to the endpoint. */
export function ModelForm({ settings, onSave }: ModelFormProps) {
  const form = useSavedForm({
    stored: fieldsOf(settings),
    read: readParameters,
    store: onSave,
  });
  const { fields, change } = form;
  return (
    <form className="model-form" onSubmit={form.onSubmit} noValidate>
      <SecondaryText text="header.settings.explanation" />
      {PARAMETERS.map((name) => (
        <EnteredField
          key={name}
          row={MODEL_PARAMETERS[name]}
          emptyText={t('header.settings.endpointDefault')}
          value={fields[name]}
          problems={form.problemsOf(name)}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
      <SwitchField
        label={streaming.label}
        sentence={t(streaming.effect)}
        isOn={fields.streaming}
        defaultIsOn={streaming.default}
        onChange={(isOn) => change({ streaming: isOn })}
      />
      <ChoiceField
        label={t(images.label)}
        choices={[
          { value: '', label: t('header.settings.imagesDefault') },
          { value: 'yes', label: t('header.settings.imagesYes') },
          { value: 'no', label: t('header.settings.imagesNo') },
        ]}
        chosen={fields.takesImages}
        defaultValue=""
        onChoose={(takesImages) => change({ takesImages })}
      />
      <SaveRow form={form} label="header.settings.save" savedText="common.saved" />
    </form>
  );
}

/** The settings as the user entered them; an empty text stands for the endpoint's default. */
interface ParameterFields extends Entered<typeof MODEL_PARAMETERS> {
  streaming: boolean;
  /** `yes`, `no`, or empty to use what the endpoint's list of models says. */
  takesImages: string;
}

export function fieldsOf({ parameters, streaming, takesImages }: ModelSettings): ParameterFields {
  return {
    ...enteredFrom(MODEL_PARAMETERS, parameters),
    streaming,
    takesImages: takesImages === null ? '' : takesImages ? 'yes' : 'no',
  };
}

export function readParameters(fields: ParameterFields): Reading<ParameterFields, ModelSettings> {
  const read = readEntered(MODEL_PARAMETERS, fields);
  if (!read.ok) return read;
  const { streaming, takesImages } = fields;
  return {
    ok: true,
    values: {
      parameters: read.values,
      streaming,
      takesImages: takesImages === '' ? null : takesImages === 'yes',
    },
  };
}
