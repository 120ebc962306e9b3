import { EntryBoundary } from '@/src/panel/data/entry-boundary';
import { sendCommand } from '@/src/panel/data/send-command';
import { useQuery } from '@/src/panel/data/stored-data';
import type { ModelListState } from '@/src/panel/data/use-models';
import { CommandErrors, useCommands } from '@/src/panel/kit/errors/command-errors';
import { parametersOf } from '@/src/panel/kit/text/parameters-text';
import { ErrorWords } from '@/src/panel/kit/text/said-words';
import { TextButton } from '@/src/panel/kit/text-button';
import type { Chat } from '@/src/schema/chat';
import type { ListedAlias } from '@/src/store/queries';
import { t } from '@/src/texts/i18n';
import { aliasInUse } from './alias-choice';
import { ModelSelect } from './model-select';

interface ModelBarProps {
  /** The shown chat; null if there is none to choose a model for. */
  chat: Chat | null;
  modelList: ModelListState;
  /** The chat's model if it belongs to the connection whose models are listed; null while none is chosen. */
  chosen: string | null;
  connectionLabel: string;
  onChoose(connectionId: string, model: string): void;
  onRetry(): void;
}

const NO_ALIASES: readonly ListedAlias[] = [];

/** The chat's model, with the list to choose another one. If the list fails to render, the rest of the panel still works. */
export function ModelBar(props: ModelBarProps) {
  return (
    <EntryBoundary
      place="models"
      subject={props.modelList.state}
      fallback={
        <p className="inline-error" role="alert">
          {t('header.model.notShown')} <TextButton text="common.tryAgain" onClick={props.onRetry} />
        </p>
      }
    >
      <CommandErrors chatId={props.chat?.id ?? null}>
        <Bar {...props} />
      </CommandErrors>
    </EntryBoundary>
  );
}

function Bar({ chat, onRetry: _, ...selection }: ModelBarProps) {
  const aliases = useQuery((queries) => queries.modelAliases(), []);
  const { error, perform, dismiss } = useCommands();
  const alias = chat === null || aliases === undefined ? null : aliasInUse(chat.settings, aliases);
  return (
    <>
      <ModelSelect
        {...selection}
        onChoose={(connectionId, model) => {
          dismiss();
          selection.onChoose(connectionId, model);
        }}
        aliases={aliases ?? NO_ALIASES}
        alias={alias}
        onChooseAlias={(name) => {
          if (chat !== null) {
            void perform(() =>
              sendCommand({ type: 'choose-model', chatId: chat.id, choice: { alias: name } }),
            );
          }
        }}
        settings={chat === null ? null : parametersOf(chat.settings)}
      />
      {error !== null && (
        <p className="inline-error" role="alert">
          <ErrorWords error={error} />
        </p>
      )}
    </>
  );
}
