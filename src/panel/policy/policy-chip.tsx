import type { PolicySettings } from '@/src/core/records/chat';
import { policyLabel } from './policy-text';
import './policy-chip.css';

interface PolicyChipProps {
  policy: PolicySettings;
  onOpen(): void;
}

/** What Steward may do in the chat, in two words; opens the rest. */
export function PolicyChip({ policy, onOpen }: PolicyChipProps) {
  const words = policyLabel(policy);
  const label = `What Steward may do: ${words}`;
  return (
    <button type="button" className="quiet policy-chip" aria-label={label} title={label} onClick={onOpen}>
      {words}
    </button>
  );
}
