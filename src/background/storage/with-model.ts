import type { ChatSettings } from '@/src/schema/chat-settings';

/** Settings with this model. What the user said of the model before is not true of another one. */
export function withModel(
  before: ChatSettings,
  chosen: Pick<ChatSettings, 'connectionId' | 'model' | 'modelAlias'>,
): ChatSettings {
  const isSame = before.connectionId === chosen.connectionId && before.model === chosen.model;
  const { connectionId, model, modelAlias } = chosen;
  return { ...before, connectionId, model, modelAlias, takesImages: isSame ? before.takesImages : null };
}
