import { Check, CircleQuestionMark, Minus, X } from 'lucide-react';
import type { ConnectionCheck } from '@/src/messages/endpoint-commands';
import { SecondarySaid } from '@/src/panel/kit/text/paragraph';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { t } from '@/src/texts/i18n';

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
  const Icon = ICONS[verdict];
  return (
    <li data-step={step} data-verdict={verdict}>
      <Icon className="icon" />
      <div>
        <p>
          {t(`connection.checks.${step}`)}
          <span className="visually-hidden">: {t(`connection.checks.${verdict}`)}</span>
        </p>
        {verdict !== 'skipped' && <SecondarySaid said={message} />}
        {remedy !== null && (
          <p className="secondary remedy">
            <SaidWords said={remedy} />
          </p>
        )}
      </div>
    </li>
  );
}
