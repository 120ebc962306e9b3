import { ChartNoAxesColumn } from 'lucide-react';
import type { ChatUsage } from '@/src/store/queries';
import { t } from '@/src/texts/i18n';
import { costText, meterText, windowText } from './usage-text';
import './costs.css';

/**
 * Button that shows how much of the context window the chat fills, with the cost in its tooltip. It opens the table of tokens and costs.
 */
export function ContextMeter({ usage, onOpen }: { usage: ChatUsage; onOpen(): void }) {
  const { level, windowTokens, sizeTokens, all } = usage;
  const text = meterText(usage);
  const costs = all.cost === null ? [] : [costText(all.cost)];
  const figures = [text, ...costs].join(' · ');
  return (
    <button
      type="button"
      className="quiet context-meter"
      // Without a known window there is no level.
      data-level={level ?? 'unknown'}
      aria-label={t('costs.meter.name', { figures })}
      title={[t('costs.meter.tooltip', { window: windowText(usage) }), ...costs].join('\n')}
      onClick={onOpen}
    >
      {windowTokens !== null && sizeTokens !== null ? (
        <meter min={0} max={sizeTokens} value={windowTokens} aria-hidden="true" />
      ) : (
        <ChartNoAxesColumn className="icon" />
      )}
      <span>{text}</span>
    </button>
  );
}
