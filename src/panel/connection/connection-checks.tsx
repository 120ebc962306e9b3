import { Check, Ellipsis, Minus, X } from 'lucide-react';
import { assertNever } from '@/src/core/assert-never';
import type { ConnectionCheck } from '@/src/messages/commands';
import { ForeignText } from '../text/foreign-text';

type Step = ConnectionCheck['step'];

const STEPS: readonly Step[] = ['reachable', 'key', 'models', 'streaming', 'tools'];

/** The steps of a connection test. `checks` is null while the test runs. */
export function ConnectionChecks({ checks }: { checks: readonly ConnectionCheck[] | null }) {
  return (
    <ul className="checks" aria-label="Connection test" aria-busy={checks === null}>
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
      return 'Reachable';
    case 'key':
      return 'Key accepted';
    case 'models':
      return 'Models listed';
    case 'streaming':
      return 'Streaming works';
    case 'tools':
      return 'Tool calls work';
    default:
      return assertNever(step);
  }
}

function signOf(verdict: ConnectionCheck['verdict'] | 'running') {
  switch (verdict) {
    case 'running':
      return { Icon: Ellipsis, word: 'being tested' };
    case 'passed':
      return { Icon: Check, word: 'yes' };
    case 'failed':
      return { Icon: X, word: 'no' };
    case 'skipped':
      return { Icon: Minus, word: 'not tested' };
    default:
      return assertNever(verdict);
  }
}
