import type { ChatSettings } from '@/src/schema/chat-settings';

/** Settings with this model. Drops what the user entered about the previous model if the model differs. */
export function withModel(
  before: ChatSettings,
  chosen: Pick<ChatSettings, 'connectionId' | 'model' | 'modelAlias'>,
): ChatSettings {
  const isSame = before.connectionId === chosen.connectionId && before.model === chosen.model;
  const { connectionId, model, modelAlias } = chosen;
  return { ...before, connectionId, model, modelAlias, takesImages: isSame ? before.takesImages : null };
}
