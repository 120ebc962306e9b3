import { spellOut } from '@/src/core/text/foreign-text';
import { formatDuration } from '@/src/panel/kit/text/format-duration';
import { i18n } from '@/src/texts/i18n';
import type { ToolCardModel } from './tool-card-model';
import { ToolData } from './tool-data';

/** The technical part of an unfolded call: the tool's name and duration, which fold arguments and result. */
export function CallDetails({ card }: { card: ToolCardModel }) {
  const { argumentsText, durationMs, told } = card;
  const data = told === null ? card.data : { message: told, ...card.data };
  return (
    <details className="tool-details">
      <summary className="secondary">
        <code>{spellOut(card.name)}</code>
        {durationMs !== null && <span className="meta"> {formatDuration(durationMs)}</span>}
      </summary>
      <ToolData
        title={i18n.t('conversation.call.arguments')}
        text={argumentsText === '' ? i18n.t('conversation.call.noArguments') : argumentsText}
      />
      {data !== null && <ToolData title={i18n.t('conversation.call.result')} data={data} />}
    </details>
  );
}
