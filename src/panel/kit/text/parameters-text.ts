import type { ModelSettings } from '@/src/schema/chat-settings';
import type { REASONING_EFFORTS } from '@/src/schema/values/chat-settings';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';
import { formatNumber } from './format-number';

/** Names of the reasoning efforts. */
export const EFFORT_LABELS: Readonly<Record<(typeof REASONING_EFFORTS)[number], TextKey>> = {
  minimal: 'header.effort.minimal',
  low: 'header.effort.low',
  medium: 'header.effort.medium',
  high: 'header.effort.high',
};

/** A summary of the settings, for a tooltip. */
export function parametersText({ parameters, streaming, takesImages }: ModelSettings): string {
  const { temperature, maxTokens, reasoningEffort } = parameters;
  const parts = [
    temperature === null ? [] : [i18n.t('header.parameters.temperature', { temperature })],
    maxTokens === null ? [] : [i18n.t('header.parameters.maxTokens', maxTokens, [formatNumber(maxTokens)])],
    reasoningEffort === null
      ? []
      : [i18n.t('header.parameters.effort', { effort: i18n.t(EFFORT_LABELS[reasoningEffort]) })],
    streaming ? [] : [i18n.t('header.parameters.noStreaming')],
    takesImages === null
      ? []
      : [takesImages ? i18n.t('header.parameters.takesImages') : i18n.t('header.parameters.takesNoImages')],
  ].flat();
  return parts.length === 0 ? i18n.t('header.parameters.defaults') : parts.join(', ');
}
