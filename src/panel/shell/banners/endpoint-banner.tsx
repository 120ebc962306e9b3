import type { ModelListState } from '@/src/panel/data/use-models';
import { Banner } from '@/src/panel/kit/errors/banner';
import { i18n } from '@/src/texts/i18n';

/** The reason why no models can be listed, with the remedy. */
export interface EndpointProblem {
  /** Identifies the problem. */
  key: string;
  message: string;
  remedy: string;
}

/** The problem of the connection in use; null if it listed models, or its list is still loading. */
export function endpointProblem(modelList: ModelListState, connectionLabel: string): EndpointProblem | null {
  if (modelList.state === 'failed') {
    const { code, message, remedy } = modelList.error;
    return { key: `${modelList.connectionId} ${code}`, message, remedy };
  }
  if (modelList.state === 'loaded' && modelList.models.length === 0) {
    return {
      key: `${modelList.connectionId} empty`,
      message: i18n.t('errors.endpoint.noModels', { connection: connectionLabel }),
      remedy: i18n.t('errors.endpoint.noModelsRemedy'),
    };
  }
  return null;
}

interface EndpointBannerProps {
  problem: EndpointProblem;
  onRetry(): void;
  onOpenConnections(): void;
  onDismiss(): void;
}

/** Banner for a connection whose models can't be listed. */
export function EndpointBanner({ problem, onRetry, onOpenConnections, onDismiss }: EndpointBannerProps) {
  return (
    <Banner
      label={i18n.t('errors.endpoint.label')}
      tone="failed"
      role="alert"
      actions={
        <div className="button-row">
          <button type="button" onClick={onRetry}>
            {i18n.t('common.tryAgain')}
          </button>
          <button type="button" aria-haspopup="dialog" onClick={onOpenConnections}>
            {i18n.t('errors.endpoint.connections')}
          </button>
        </div>
      }
      onDismiss={onDismiss}
    >
      <p>
        {problem.message} {problem.remedy}
      </p>
    </Banner>
  );
}
