import { Check, CircleQuestionMark, Minus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ConnectionCheck } from '@/src/messages/endpoint-commands';
import { SecondarySaid } from '@/src/panel/kit/text/paragraph';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import './connection.css';

const STEPS = ['reachable', 'key', 'models', 'streaming', 'tools'] as const;

const ICONS = { passed: Check, failed: X, unknown: CircleQuestionMark, skipped: Minus };

/** The steps of a connection test, each with its result. */
export function ConnectionChecks({ checks }: { checks: readonly ConnectionCheck[] }) {
  return (
    <ul className="checks" aria-label={t('connection.checks.label')}>
      {STEPS.map((step) => {
        const check = checks.find((one) => one.step === step);
        return check && <CheckRow key={step} check={check} />;
      })}
    </ul>
  );
}

function CheckRow({ check }: { check: ConnectionCheck }) {
  const { step, verdict, message, remedy } = check;
  return (
    <CheckItem name={step} labelKey={`connection.checks.${step}`} verdict={verdict}>
      {verdict !== 'skipped' && <SecondarySaid said={message} />}
      {remedy !== null && (
        <p className="secondary remedy">
          <SaidWords said={remedy} />
        </p>
      )}
    </CheckItem>
  );
}

interface CheckItemProps {
  name: string;
  labelKey: TextKey;
  verdict: ConnectionCheck['verdict'];
  /** Missing if there is nothing to add to the label. */
  children?: ReactNode;
}

/** An item of a list of checks: its verdict as an icon, and in words for screen readers. */
export function CheckItem({ name, labelKey, verdict, children }: CheckItemProps) {
  const Icon = ICONS[verdict];
  return (
    <li data-step={name} data-verdict={verdict}>
      <Icon className="icon" />
      <div>
        <p>
          {t(labelKey)}
          <span className="visually-hidden">: {t(`connection.checks.${verdict}`)}</span>
        </p>
        {children}
      </div>
    </li>
  );
}
