import type { ModelSettings } from '@/src/schema/chat-settings';
import { MODEL_PARAMETERS } from '@/src/schema/values/model-parameters';
import { type SaidText, say } from '@/src/schema/values/said';

const NAMES = Object.keys(MODEL_PARAMETERS) as (keyof typeof MODEL_PARAMETERS)[];

/** Summary of a model's settings. */
export function parametersOf({ parameters, streaming, takesImages }: ModelSettings): SaidText {
  const items = NAMES.flatMap((name): SaidText[] => {
    const value = parameters[name];
    const row = MODEL_PARAMETERS[name];
    if (value === null) return [];
    return row.kind === 'choice'
      ? [say(row.summary, { value: say(row.choices[value as keyof typeof row.choices]) })]
      : [say(row.summary, { value: Number(value) })];
  });
  if (!streaming) items.push(say('header.parameters.noStreaming'));
  if (takesImages !== null) {
    items.push(say(takesImages ? 'header.parameters.takesImages' : 'header.parameters.takesNoImages'));
  }
  return items.length === 0 ? say('header.parameters.defaults') : say('common.list', { items });
}
