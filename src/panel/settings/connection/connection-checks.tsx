import { Check, Minus, X } from 'lucide-react';
import type { ConnectionCheck } from '@/src/messages/endpoint-commands';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';

const STEPS = [
  ['reachable', 'connection.checks.reachable'],
  ['key', 'connection.checks.key'],
  ['models', 'connection.checks.models'],
  ['streaming', 'connection.checks.streaming'],
  ['tools', 'connection.checks.tools'],
] as const satisfies readonly (readonly [ConnectionCheck['step'], TextKey])[];

const SIGNS = {
  passed: { Icon: Check, word: 'connection.checks.passed' },
  failed: { Icon: X, word: 'connection.checks.failed' },
  skipped: { Icon: Minus, word: 'connection.checks.skipped' },
} as const satisfies Record<string, { Icon: unknown; word: TextKey }>;

/** The steps of a connection test, each with its result. */
export function ConnectionChecks({ checks }: { checks: readonly ConnectionCheck[] }) {
  return (
    <ul className="checks" aria-label={t('connection.checks.label')}>
      {STEPS.map(([step, title]) => {
        const check = checks.find((one) => one.step === step);
        return check && <CheckRow key={step} title={title} check={check} />;
      })}
    </ul>
  );
}

function CheckRow({ title, check }: { title: TextKey; check: ConnectionCheck }) {
  const { step, verdict, message, remedy } = check;
  const { Icon, word } = SIGNS[verdict];
  return (
    <li data-step={step} data-verdict={verdict}>
      <Icon className="icon" />
      <div>
        <p>
          {t(title)}
          <span className="visually-hidden">: {t(word)}</span>
        </p>
        {verdict !== 'skipped' && (
          <p className="secondary">
            <SaidWords said={message} />
          </p>
        )}
        {remedy !== null && (
          <p className="secondary remedy">
            <SaidWords said={remedy} />
          </p>
        )}
      </div>
    </li>
  );
}
