import { useId } from 'react';
import { assertNever } from '@/src/core/assert-never';
import { type ModelGroup, modelGroups } from './model-groups';
import type { ModelList } from './use-models';

interface ModelSelectProps {
  modelList: ModelList;
  /** The chat's model at the connection listed; null while none is chosen. */
  chosen: string | null;
  /** The connection's name, for messages. */
  connectionLabel: string;
  /** Whether there is a chat to choose for. */
  canChoose: boolean;
  onChoose(connectionId: string, model: string): void;
  onRetry(): void;
}

/** The models of the connection in use, by group. What can't be shown or used is said below it. */
export function ModelSelect({
  modelList,
  chosen,
  connectionLabel,
  canChoose,
  onChoose,
  onRetry,
}: ModelSelectProps) {
  const noteId = useId();
  const groups = modelList.state === 'loaded' ? modelGroups(modelList.models) : [];
  const isListed = groups.some((group) => group.ids.includes(chosen ?? ''));
  const isGone = modelList.state === 'loaded' && chosen !== null && !isListed;
  const choose = (model: string) => {
    if (modelList.state === 'loaded') onChoose(modelList.connectionId, model);
  };
  return (
    <div className="model-select">
      <select
        aria-label="Model"
        aria-describedby={noteId}
        aria-invalid={isGone}
        value={chosen ?? ''}
        disabled={!canChoose || groups.length === 0}
        title={chosen ?? undefined}
        onChange={(event) => choose(event.target.value)}
      >
        {chosen === null && <option value="">{emptyText(modelList)}</option>}
        {chosen !== null && !isListed && (
          <option value={chosen}>{isGone ? `${chosen} (gone)` : chosen}</option>
        )}
        {groups.map((group) => (
          <ModelOptions key={group.name ?? ''} group={group} />
        ))}
      </select>
      <div id={noteId}>
        {modelList.state === 'failed' && (
          <p className="inline-error" role="alert">
            {modelList.error.message} {modelList.error.remedy}{' '}
            <button type="button" onClick={onRetry}>
              Try again
            </button>
          </p>
        )}
        {isGone && (
          <p className="inline-error" role="alert">
            {connectionLabel} no longer offers {chosen}. Choose another model.
          </p>
        )}
        {modelList.state === 'loaded' && groups.length === 0 && (
          <p className="inline-error" role="alert">
            {connectionLabel} offers no models.{' '}
            <button type="button" onClick={onRetry}>
              Try again
            </button>
          </p>
        )}
      </div>
    </div>
  );
}

function ModelOptions({ group }: { group: ModelGroup }) {
  const options = group.ids.map((id) => (
    <option key={id} value={id}>
      {id}
    </option>
  ));
  return group.name === null ? options : <optgroup label={group.name}>{options}</optgroup>;
}

function emptyText(modelList: ModelList): string {
  switch (modelList.state) {
    case 'none':
      return 'No connection yet';
    case 'loading':
      return 'Loading models…';
    case 'failed':
      return 'Models could not be loaded';
    case 'loaded':
      return 'Choose a model';
    default:
      return assertNever(modelList);
  }
}
