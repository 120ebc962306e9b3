import { useId } from 'react';
import type { PolicySettings } from '@/src/schema/chat-settings';
import { i18n } from '@/src/texts/i18n';
import { permissionsChoice } from './permissions-choice';
import { PERMISSIONS_CHOICES, withPermissions } from './policy-text';

interface PolicyChoiceProps {
  policy: PolicySettings;
  onChange(policy: PolicySettings): void;
}

/** The predefined permissions, of which one is chosen. */
export function PolicyChoice({ policy, onChange }: PolicyChoiceProps) {
  const name = useId();
  return (
    <fieldset className="policy-choices">
      <legend className="visually-hidden">{i18n.t('policy.choice.legend')}</legend>
      {PERMISSIONS_CHOICES.map(({ value, label, sentence }) => (
        <label key={value} className="policy-choice">
          <input
            type="radio"
            name={name}
            checked={permissionsChoice(policy) === value}
            onChange={() => onChange(withPermissions(policy, value))}
          />
          <span className="choice-text">
            <span>{i18n.t(label)}</span>
            <span className="secondary">{i18n.t(sentence)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
