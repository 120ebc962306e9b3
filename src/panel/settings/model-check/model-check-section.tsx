import { MODEL_CHECK_TOKENS } from '@/src/core/usage/first-request';
import { sendCommand } from '@/src/panel/data/send-command';
import { useQuery } from '@/src/panel/data/stored-data';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { CommandErrors, useCommands } from '@/src/panel/kit/errors/command-errors';
import { useLimits } from '@/src/panel/kit/fields/managed-fields';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { formatDollars } from '@/src/panel/kit/text/format-number';
import { formatMoment } from '@/src/panel/kit/text/format-time';
import { isOld, passedIn } from '@/src/panel/kit/text/model-check-facts';
import { ErrorWords } from '@/src/panel/kit/text/said-words';
import { TextButton } from '@/src/panel/kit/text-button';
import { TitledSection } from '@/src/panel/kit/titled-section';
import type { ModelCheck } from '@/src/schema/model-check';
import { isUnfinished, MODEL_TASK_NAMES } from '@/src/schema/values/model-tasks';
import { t } from '@/src/texts/i18n';
import { CheckItem } from '../connection/connection-checks';
import './model-check.css';

const TASKS = MODEL_TASK_NAMES.length;

interface ModelCheckSectionProps {
  /** The chat whose usage counts the check's requests. */
  chatId: string;
  connectionId: string;
  model: string;
}

/** The newest check of a model, with a button that starts another one. Renders nothing where the organisation forbids checks. */
export function ModelCheckSection({ chatId, connectionId, model }: ModelCheckSectionProps) {
  const { modelCheck } = useLimits();
  const checks = useQuery((queries) => queries.modelChecks(connectionId), [connectionId]);
  const models = useQuery((queries) => queries.pricedModels(connectionId), [connectionId]);
  if (!modelCheck || checks === undefined) return null;
  const check = checks.find((one) => one.model === model) ?? null;
  const prices = models?.find(({ id }) => id === model)?.prices;
  // Nearly all tokens are those of the requests.
  const dollars = prices === undefined ? null : formatDollars(MODEL_CHECK_TOKENS * prices.input);
  return (
    <TitledSection heading="modelCheck.title" className="model-check">
      <p className="mono">
        <ForeignText text={model} />
      </p>
      <p className="secondary">
        {t('modelCheck.explanation')}{' '}
        {dollars === null
          ? t('modelCheck.cost', { tokens: MODEL_CHECK_TOKENS })
          : t('modelCheck.costDollars', { tokens: MODEL_CHECK_TOKENS, dollars })}
      </p>
      {check !== null && <Outcome check={check} />}
      <CommandErrors>
        <CommandErrorCard />
        <Controls chatId={chatId} connectionId={connectionId} model={model} check={check} />
      </CommandErrors>
    </TitledSection>
  );
}

function Controls({ check, ...target }: ModelCheckSectionProps & { check: ModelCheck | null }) {
  const { perform } = useCommands();
  const isRunning = check !== null && isUnfinished(check);
  return (
    <div className="button-row">
      {isRunning ? (
        <TextButton
          text="modelCheck.stop"
          onClick={() => perform(() => sendCommand({ type: 'stop-model-check' }))}
        />
      ) : (
        <TextButton
          text={check === null ? 'modelCheck.start' : 'modelCheck.again'}
          onClick={() => perform(() => sendCommand({ type: 'check-model', ...target }))}
        />
      )}
      <span className="secondary" role="status">
        {isRunning && t('modelCheck.running', { number: check.tasks.length + 1, count: TASKS })}
      </span>
    </div>
  );
}

function Outcome({ check }: { check: ModelCheck }) {
  const { tasks, endedBy, atMs, version } = check;
  const progress = { done: tasks.length, count: TASKS };
  return (
    <>
      {tasks.length > 0 && (
        <p>
          <strong>{t('modelCheck.passed', { passed: passedIn(check), count: tasks.length })}</strong>
          <span className="meta"> · {facts(check).join(' · ')}</span>
        </p>
      )}
      <ul className="checks">
        {tasks.map(({ task, isPassed }) => (
          <CheckItem
            key={task}
            name={task}
            labelKey={`modelCheck.task.${task}`}
            verdict={isPassed ? 'passed' : 'failed'}
          />
        ))}
      </ul>
      {endedBy === 'user' && <p className="secondary">{t('modelCheck.stopped', progress)}</p>}
      {endedBy === 'browser' && <p className="secondary">{t('modelCheck.brokenOff', progress)}</p>}
      {typeof endedBy === 'object' && endedBy !== null && (
        <p className="inline-error">
          {t('modelCheck.failed', progress)} <ErrorWords error={endedBy} />
        </p>
      )}
      <p className="secondary">
        {t('modelCheck.dated', { date: formatMoment(atMs), version })} {isOld(check) && t('modelCheck.old')}
      </p>
    </>
  );
}

/** Speed and consumption of the model, as far as they are known. */
function facts({ firstPieceMs, tokens, tasks }: ModelCheck): string[] {
  const seconds = firstPieceMs === null ? null : Math.max(Math.round(firstPieceMs / 100) / 10, 0.1);
  return [
    ...(seconds === null ? [] : [t('modelCheck.speed', { seconds })]),
    tokens === null
      ? t('modelCheck.noUsage')
      : t('modelCheck.tokens', { count: Math.round(tokens / tasks.length / 100) * 100 }),
  ];
}
