import { toErrorInfo } from '@/src/core/errors';
import { errorFacts } from '@/src/core/logging/error-log-level';
import type { CommandOf } from '@/src/messages/commands';
import { sendCommand } from '../link/send-command';

/** A part of the panel with an error boundary of its own. */
export type PanelPlace = CommandOf<'log-panel-failure'>['place'];

/** Logs that a part of the panel failed to render. Quoted text is removed: it may come from a page or a model. */
export function logPanelFailure(place: PanelPlace, error: unknown): void {
  const { defect } = errorFacts(toErrorInfo(error));
  sendCommand({ type: 'log-panel-failure', place, defect: String(defect ?? '') }).catch((cause: unknown) =>
    console.error('Steward could not log that a part of its panel failed.', cause),
  );
}
