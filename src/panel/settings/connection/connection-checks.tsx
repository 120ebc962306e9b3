import { Check, Ellipsis, Minus, X } from 'lucide-react';
import type { ConnectionCheck } from '@/src/messages/endpoint-commands';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';

const STEPS = [
  ['reachable', 'connection.checks.reachable'],
  ['key', 'connection.checks.key'],
  ['models', 'connection.checks.models'],
  ['streaming', 'connection.checks.streaming'],
  ['tools', 'connection.checks.tools'],
] as const satisfies readonly (readonly [ConnectionCheck['step'], TextKey])[];

const SIGNS = {
  running: { Icon: Ellipsis, word: 'connection.checks.running' },
  passed: { Icon: Check, word: 'connection.checks.passed' },
  failed: { Icon: X, word: 'connection.checks.failed' },
  skipped: { Icon: Minus, word: 'connection.checks.skipped' },
} as const satisfies Record<string, { Icon: unknown; word: TextKey }>;

/** The steps of a connection test. `checks` is null while the test runs. */
export function ConnectionChecks({ checks }: { checks: readonly ConnectionCheck[] | null }) {
  return (
    <ul className="checks" aria-label={i18n.t('connection.checks.label')} aria-busy={checks === null}>
      {STEPS.map(([step, title]) => (
        <CheckRow
          key={step}
          step={step}
          title={title}
          check={checks?.find((check) => check.step === step) ?? null}
        />
      ))}
    </ul>
  );
}

interface CheckRowProps {
  step: string;
  title: TextKey;
  check: ConnectionCheck | null;
}

function CheckRow({ step, title, check }: CheckRowProps) {
  // While the test runs, no step has a result, and all are shown as running.
  const verdict = check?.verdict ?? 'running';
  const { Icon, word } = SIGNS[verdict];
  return (
    <li data-step={step} data-verdict={verdict}>
      <Icon className="icon" aria-hidden="true" />
      <div>
        <p>
          {i18n.t(title)}
          <span className="visually-hidden">: {i18n.t(word)}</span>
        </p>
        {check !== null && check.verdict !== 'skipped' && (
          <p className="secondary">
            <ForeignText text={check.message} />
          </p>
        )}
        {check?.remedy != null && <p className="secondary remedy">{check.remedy}</p>}
      </div>
    </li>
  );
}
