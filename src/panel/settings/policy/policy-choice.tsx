import { useId } from 'react';
import type { PolicySettings } from '@/src/schema/chat-settings';
import { i18n } from '@/src/texts/i18n';
import { PLAN_MODE, POLICY_CHOICES } from './policy-text';

interface PolicyChoiceProps {
  policy: PolicySettings;
  onChange(policy: PolicySettings): void;
}

/** The predefined policies, and plan mode. */
export function PolicyChoice({ policy, onChange }: PolicyChoiceProps) {
  const name = useId();
  return (
    <>
      <fieldset className="policy-choices">
        <legend>{i18n.t('policy.choice.legend')}</legend>
        {POLICY_CHOICES.map(({ value, label, sentence }) => (
          <label key={value} className="policy-choice">
            <input
              type="radio"
              name={name}
              checked={policy.approvalPolicy === value}
              onChange={() => onChange({ ...policy, approvalPolicy: value })}
            />
            <span className="choice-text">
              <span>{i18n.t(label)}</span>
              <span className="secondary">{i18n.t(sentence)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <label className="policy-choice">
        <input
          type="checkbox"
          // A read-only chat has nothing to plan.
          disabled={policy.approvalPolicy === 'read-only'}
          checked={policy.planMode}
          onChange={(event) => onChange({ ...policy, planMode: event.target.checked })}
        />
        <span className="choice-text">
          <span>{i18n.t(PLAN_MODE.label)}</span>
          <span className="secondary">{i18n.t(PLAN_MODE.sentence)}</span>
        </span>
      </label>
    </>
  );
}
