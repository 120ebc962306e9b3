import { Check, Ellipsis, Minus, X } from 'lucide-react';
import { assertNever } from '@/src/core/assert-never';
import type { ConnectionCheck } from '@/src/messages/commands';
import { i18n } from '@/src/texts/i18n';
import { ForeignText } from '../text/foreign-text';

type Step = ConnectionCheck['step'];

const STEPS: readonly Step[] = ['reachable', 'key', 'models', 'streaming', 'tools'];

/** The steps of a connection test. `checks` is null while the test runs. */
export function ConnectionChecks({ checks }: { checks: readonly ConnectionCheck[] | null }) {
  return (
    <ul className="checks" aria-label={i18n.t('connection.checks.label')} aria-busy={checks === null}>
      {STEPS.map((step) => (
        <CheckRow key={step} step={step} check={checks?.find((check) => check.step === step) ?? null} />
      ))}
    </ul>
  );
}

function CheckRow({ step, check }: { step: Step; check: ConnectionCheck | null }) {
  // A step without a result is the one that runs.
  const verdict = check?.verdict ?? 'running';
  const { Icon, word } = signOf(verdict);
  return (
    <li data-step={step} data-verdict={verdict}>
      <Icon className="icon" aria-hidden="true" />
      <div>
        <p>
          {titleOf(step)}
          <span className="visually-hidden">: {word}</span>
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

function titleOf(step: Step): string {
  switch (step) {
    case 'reachable':
      return i18n.t('connection.checks.reachable');
    case 'key':
      return i18n.t('connection.checks.key');
    case 'models':
      return i18n.t('connection.checks.models');
    case 'streaming':
      return i18n.t('connection.checks.streaming');
    case 'tools':
      return i18n.t('connection.checks.tools');
    default:
      return assertNever(step);
  }
}

function signOf(verdict: ConnectionCheck['verdict'] | 'running') {
  switch (verdict) {
    case 'running':
      return { Icon: Ellipsis, word: i18n.t('connection.checks.running') };
    case 'passed':
      return { Icon: Check, word: i18n.t('connection.checks.passed') };
    case 'failed':
      return { Icon: X, word: i18n.t('connection.checks.failed') };
    case 'skipped':
      return { Icon: Minus, word: i18n.t('connection.checks.skipped') };
    default:
      return assertNever(verdict);
  }
}
