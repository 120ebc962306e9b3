import { type Entered, enteredFrom, readEntered } from '@/src/panel/kit/fields/entered-values';
import type { Reading } from '@/src/panel/kit/fields/use-refused-fields';
import type { ModelSettings } from '@/src/schema/chat-settings';
import { MODEL_PARAMETERS } from '@/src/schema/values/model-parameters';

/** The settings as entered by the user; an empty text means the endpoint's default. */
export interface ParameterFields extends Entered<typeof MODEL_PARAMETERS> {
  streaming: boolean;
  /** `yes`, `no`, or empty to use the endpoint's list. */
  takesImages: string;
}

export function fieldsOf({ parameters, streaming, takesImages }: ModelSettings): ParameterFields {
  return {
    ...enteredFrom(MODEL_PARAMETERS, parameters),
    streaming,
    takesImages: takesImages === null ? '' : takesImages ? 'yes' : 'no',
  };
}

/** Validates the fields and returns the settings or the problems. */
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
