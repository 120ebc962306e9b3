import { TriangleAlert } from 'lucide-react';
import { TextButton } from '@/src/panel/kit/text-button';
import type { TextKey } from '@/src/schema/values/said';
import type { ChatUsage } from '@/src/store/queries';
import { t } from '@/src/texts/i18n';
import { percentText } from './usage-text';
import './costs.css';

/** Action that the warning offers about a full context window. */
export interface ContextAction {
  text: TextKey;
  onAct(): void;
}

/**
 * A notice while the context window fills up; from 90 % a warning with actions. If the endpoint cuts prompts, the notice says only that:
 * such an endpoint refuses nothing, and most of its window is filled by what each request needs.
 */
export function ContextNotice({ usage, actions }: { usage: ChatUsage; actions: readonly ContextAction[] }) {
  const { level, windowTokens, sizeTokens, cut } = usage;
  if (cut !== null) {
    const figures = { read: cut.readTokens, sent: cut.sentTokens };
    return <p className="context-notice secondary">{t('costs.notice.cut', figures)}</p>;
  }
  if (windowTokens === null || sizeTokens === null || level === null || level === 'normal') return null;
  const share = percentText(windowTokens, sizeTokens);
  if (level === 'notice') {
    return <p className="context-notice secondary">{t('costs.notice.full', { share })}</p>;
  }
  return (
    <div className="card note-card context-notice" role="status">
      <p>
        <TriangleAlert className="icon" /> {t('costs.notice.warning', { share })}
      </p>
      <div className="button-row">
        {actions.map(({ text, onAct }) => (
          <TextButton key={text} text={text} onClick={onAct} />
        ))}
      </div>
    </div>
  );
}
