import type { Panel } from '@/tests/drive/panel';
import { SCRIPTED_MODEL_ID } from '@/tests/fakes/scripted-events';
import { sendCommand } from './send-command';

/**
 * Stores a connection to a scripted endpoint, and chooses its model. For stories about something else: the form and its test take two
 * seconds.
 */
export async function connectByCommand(
  panel: Panel,
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
): Promise<void> {
  await sendCommand(panel.page, {
    type: 'save-connection',
    connection: { connectionId: null, label: new URL(baseUrl).host, baseUrl, key: apiKey, headers: [] },
    testedModel: SCRIPTED_MODEL_ID,
  });
  await panel.chooseModel(SCRIPTED_MODEL_ID);
}
