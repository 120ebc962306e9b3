import type { PolicySettings } from '@/src/schema/chat-settings';
import { t } from '@/src/texts/i18n';
import { policyLabel } from './permissions-choice';
import './policy-chip.css';

/** The chat's permissions in a few words; a click opens their sheet. */
export function PolicyChip({ policy, onOpen }: { policy: PolicySettings; onOpen(sheet: 'policy'): void }) {
  const text = policyLabel(policy);
  const label = t('policy.chip.label', { policy: text });
  return (
    <button
      type="button"
      className="quiet policy-chip"
      aria-label={label}
      title={label}
      onClick={() => onOpen('policy')}
    >
      {text}
    </button>
  );
}
