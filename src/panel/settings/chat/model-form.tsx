import { ChoiceField } from '@/src/panel/kit/fields/choice-field';
import { EnteredField } from '@/src/panel/kit/fields/entered-field';
import { SaveRow } from '@/src/panel/kit/fields/save-row';
import { SwitchField } from '@/src/panel/kit/fields/switch-field';
import { useSavedForm } from '@/src/panel/kit/fields/use-saved-form';
import { useTypedFields } from '@/src/panel/kit/fields/use-typed-fields';
import type { ModelSettings } from '@/src/schema/chat-settings';
import { MODEL_PARAMETERS } from '@/src/schema/values/model-parameters';
import { CHAT_SETTINGS } from '@/src/schema/values/settings';
import { i18n } from '@/src/texts/i18n';
import { fieldsOf, readParameters } from './model-parameters';

interface ModelFormProps {
  settings: ModelSettings;
  /** Rejects if saving failed. */
  onSave(settings: ModelSettings): Promise<unknown>;
}

const PARAMETERS = Object.keys(MODEL_PARAMETERS) as (keyof typeof MODEL_PARAMETERS)[];
const { streaming, takesImages: images } = CHAT_SETTINGS;

/** The chat's model settings. An empty field isn't sent to the endpoint. */
export function ModelForm({ settings, onSave }: ModelFormProps) {
  const form = useSavedForm({
    typing: useTypedFields(fieldsOf(settings)),
    read: readParameters,
    store: onSave,
  });
  const { fields, change } = form;
  return (
    <form className="model-form" onSubmit={form.onSubmit} noValidate>
      <p className="secondary">{i18n.t('header.settings.explanation')}</p>
      {PARAMETERS.map((name) => (
        <EnteredField
          key={name}
          row={MODEL_PARAMETERS[name]}
          emptyText={i18n.t('header.settings.endpointDefault')}
          value={fields[name]}
          problems={form.problemsOf(name)}
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
          { value: '', label: i18n.t('header.settings.imagesDefault') },
          { value: 'yes', label: i18n.t('header.settings.imagesYes') },
          { value: 'no', label: i18n.t('header.settings.imagesNo') },
        ]}
        chosen={fields.takesImages}
        defaultValue=""
        onChoose={(takesImages) => change({ takesImages })}
      />
      <SaveRow form={form} label={i18n.t('header.settings.save')} savedText={i18n.t('common.saved')} />
    </form>
  );
}
