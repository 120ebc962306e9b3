import { TriangleAlert } from 'lucide-react';
import { useId, useRef } from 'react';
import { spellOut } from '@/src/core/text/foreign-text';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { TextButton } from '@/src/panel/kit/text-button';
import type { Permission } from '@/src/schema/values/policy';
import { t } from '@/src/texts/i18n';
import type { ToolRule } from './policy-text';

interface ToolRuleRowProps {
  name: string;
  /** The tool's description, which may come from the page. */
  words: string;
  rule: ToolRule;
  /** True if the organisation has set the rule. */
  isManaged: boolean;
  /** Null removes the user's rule, so that the predefined policy applies. */
  onChoose(permission: Permission | null): void;
}

/** One tool with its effective rule, and a select for the user's rule. */
export function ToolRuleRow({ name, words, rule, isManaged, onChoose }: ToolRuleRowProps) {
  const statusId = useId();
  const select = useRef<HTMLSelectElement>(null);
  return (
    <li className="tool-rule">
      <div className="tool-rule-text">
        <p title={name}>
          <ForeignText text={words} />
        </p>
        <p id={statusId} className="secondary">
          {rule.status}
          {rule.own !== null && !isManaged && <strong>{` · ${t('policy.rule.yours')}`}</strong>}
        </p>
      </div>
      <select
        ref={select}
        aria-label={`${spellOut(words)} (${name})`}
        aria-describedby={statusId}
        value={rule.own ?? BY_POLICY}
        onChange={(event) => {
          const chosen = rule.choices.find(({ value }) => (value ?? BY_POLICY) === event.target.value);
          if (chosen !== undefined) onChoose(chosen.value);
        }}
      >
        {rule.choices.map(({ value, label }) => (
          <option key={value} value={value ?? BY_POLICY}>
            {label}
          </option>
        ))}
      </select>
      {rule.own !== null && !isManaged && (
        <TextButton
          text="policy.rule.reset"
          className="quiet"
          aria-label={t('policy.rule.resetLabel', { tool: spellOut(words) })}
          onClick={() => {
            // The focused reset button is removed together with the rule.
            select.current?.focus();
            onChoose(null);
          }}
        />
      )}
      {rule.warning !== null && (
        <p className="tool-rule-warning">
          <TriangleAlert className="icon" />
          <span>{rule.warning}</span>
        </p>
      )}
    </li>
  );
}

const BY_POLICY = 'policy';
