import type { PolicySettings } from '@/src/schema/chat-settings';
import { t } from '@/src/texts/i18n';
import { policyLabel } from './permissions-choice';
import './policy-chip.css';

interface PolicyChipProps {
  policy: PolicySettings;
  onOpen(sheet: 'policy'): void;
}

/** The chat's permissions in a few words; a click opens their sheet. */
export function PolicyChip({ policy, onOpen }: PolicyChipProps) {
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
