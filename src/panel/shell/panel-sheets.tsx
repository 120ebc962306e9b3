import { type ReactNode, useEffect, useState } from 'react';
import { assertNever } from '@/src/core/assert-never';
import type { DetachedPlace } from '@/src/messages/detached-panel';
import type { PageStatus } from '@/src/messages/page-status';
import { ChatsSheet, RebindSheet } from '@/src/panel/chats/parts';
import { CompareSheet, StoredCheckpointsSheet } from '@/src/panel/conversation/parts';
import { UndoCard } from '@/src/panel/conversation/reversals/undo-card';
import { EntryBoundary } from '@/src/panel/data/entry-boundary';
import { useModelList } from '@/src/panel/data/model-list-provider';
import { useShownChat } from '@/src/panel/data/shown-chat';
import type { ModelListControl } from '@/src/panel/data/use-models';
import { RulesSheet } from '@/src/panel/header/parts';
import { CommandErrors } from '@/src/panel/kit/errors/command-errors';
import { Sheet } from '@/src/panel/kit/sheet';
import { Paragraph } from '@/src/panel/kit/text/paragraph';
import { LogSheet } from '@/src/panel/log/parts';
import { proposedBaseUrl } from '@/src/panel/settings/connection/proposed-base-url';
import {
  ChatSettingsSheet,
  ChooseSitesSheet,
  CostsSheet,
  PolicySheet,
  SettingsSheet,
  SiteMarkSheet,
} from '@/src/panel/settings/parts';
import type { OpenSheet } from './open-sheet';
import { ToolWordsProvider } from './shown-chat-provider';
import type { PanelConnections } from './use-panel-connections';
import type { Sheets } from './use-sheets';

interface PanelSheetsProps {
  sheets: Sheets;
  connections: PanelConnections;
  onAdoptConnection(connectionId: string, model: string | null): void;
  onShowChat(chatId: string): void;
  /** Shows the chat in which the shown one's unsent message goes on; it may be the same. */
  onContinueIn(chatId: string): void;
  onRolledBack(text: string | null): void;
  onNewChat(): void;
  onDetach(to: DetachedPlace): Promise<void>;
}

/** The open sheet. If it fails to render, a note replaces it and the rest of the panel stays. */
export function PanelSheets(props: PanelSheetsProps) {
  const { open, close } = props.sheets;
  return (
    <EntryBoundary
      place="sheet"
      subject={open}
      fallback={
        <Sheet title="errors.sheet.title" onClose={close}>
          <Paragraph text="errors.sheet.text" />
        </Sheet>
      }
    >
      <Shown open={open} onClose={close} {...props} />
    </EntryBoundary>
  );
}

/** A sheet that is about one chat. It closes when the panel shows another chat, since its buttons would act on that one. */
function OfOneChat({ onClose, children }: { onClose(): void; children: ReactNode }) {
  const { chatId } = useShownChat();
  const [openedForId] = useState(chatId);
  // `chatId` is null for a moment while the panel attaches again.
  const isOther = chatId !== null && chatId !== openedForId;
  useEffect(() => {
    if (isOther) onClose();
  }, [isOther, onClose]);
  return isOther ? null : children;
}

/** The sheets that aren't about the shown chat. */
const OF_ALL_CHATS: readonly OpenSheet[] = ['chats', 'settings', 'connections', 'help', 'data'];

interface ShownProps extends PanelSheetsProps {
  open: OpenSheet | null;
  onClose(): void;
}

function Shown(props: ShownProps) {
  const { open, onClose } = props;
  const sheet = (
    <CommandErrors key={open}>
      <OneSheet {...props} />
    </CommandErrors>
  );
  if (open === null || OF_ALL_CHATS.includes(open)) return sheet;
  return (
    <OfOneChat key={open} onClose={onClose}>
      {sheet}
    </OfOneChat>
  );
}

function OneSheet(props: ShownProps) {
  const { open, onClose } = props;
  const { chatId, view, usage, page, detached, attach, siteMark } = useShownChat();
  const models = useModelList();
  switch (open) {
    case null:
      return null;
    case 'chats':
      return (
        <ChatsSheet
          shownId={chatId}
          shownPage={view?.chat.targets ? null : (view?.chat.binding ?? null)}
          onShow={props.onShowChat}
          onNewChat={props.onNewChat}
          onClose={onClose}
        />
      );
    case 'rebind':
      return (
        chatId !== null && (
          <RebindSheet chatId={chatId} onBound={onClose} onNewChat={props.onNewChat} onClose={onClose} />
        )
      );
    case 'checkpoints':
      return (
        view !== null && (
          <StoredCheckpointsSheet
            chat={view.chat}
            initialId={props.sheets.checkpointId}
            onClose={onClose}
            onRolledBack={props.onRolledBack}
          />
        )
      );
    case 'undo':
      return (
        view !== null && (
          <Sheet title="composer.commands.undo" onClose={onClose}>
            <UndoCard onClose={onClose} onReversed={props.onRolledBack} />
          </Sheet>
        )
      );
    case 'policy':
      return (
        view !== null && (
          <PolicySheet
            chat={view.chat}
            goesLive={page?.state === 'connected' ? page.goesLive : null}
            onClose={onClose}
          />
        )
      );
    case 'site':
      // Only for a connected page, whose chat has a binding.
      return (
        view?.chat.binding && (
          <SiteMarkSheet origin={view.chat.binding.origin} mark={siteMark} onClose={onClose} />
        )
      );
    case 'sites':
      return view !== null && <ChooseSitesSheet onChosen={props.onContinueIn} onClose={onClose} />;
    case 'rules':
      return <RulesSheet onClose={onClose} />;
    case 'compare':
      return (
        view?.chat.targets !== undefined && (
          <CompareSheet chatId={view.chat.id} sites={view.chat.targets} onClose={onClose} />
        )
      );
    case 'costs':
      return (
        view !== null && usage !== null && <CostsSheet chat={view.chat} usage={usage} onClose={onClose} />
      );
    case 'chat':
    case 'chat-instructions':
    case 'chat-model':
    case 'chat-limits':
    case 'chat-expert':
      return (
        view !== null && (
          <ChatSettingsSheet
            chat={view.chat}
            run={view.run}
            endpointSizeTokens={usage?.endpointSizeTokens ?? null}
            unfolded={UNFOLDED[open]}
            onOpenCosts={() => props.sheets.show('costs')}
            onClose={onClose}
          />
        )
      );
    case 'settings':
    case 'connections':
      return (
        <SettingsSheet
          onOpenChat={view === null ? null : () => props.sheets.show('chat')}
          connections={{ ...connectionsOf(props, page, models), chatId }}
          showsConnections={open === 'connections'}
          place={detached?.place ?? null}
          onDetach={chatId === null ? null : props.onDetach}
          onClose={onClose}
        />
      );
    case 'help':
    case 'data':
      return (
        <ToolWordsProvider view={view} isNeeded>
          <LogSheet
            chatId={chatId}
            firstTab={open === 'help' ? 'log' : 'data'}
            onClose={onClose}
            onDataReplaced={() => {
              onClose();
              attach();
            }}
          />
        </ToolWordsProvider>
      );
    default:
      return assertNever(open);
  }
}

/** The fold of *This chat* that is open at first, by sheet. */
const UNFOLDED = {
  chat: null,
  'chat-instructions': 'instructions',
  'chat-model': 'model',
  'chat-limits': 'limits',
  'chat-expert': 'expert',
} as const;

/** Props of the connections, with the effects of using or deleting one. */
function connectionsOf(
  { connections, sheets, onAdoptConnection, onClose }: ShownProps,
  page: PageStatus | null,
  models: ModelListControl,
) {
  const { list, inUse } = connections;
  return {
    connections: list,
    usedId: inUse.usedId,
    editedField: sheets.connectionField,
    chosenModel: inUse.chosenModel,
    proposal: proposedBaseUrl(page, list),
    loadModels: models.loadModels,
    onUse: (id: string, model: string | null) => {
      onAdoptConnection(id, model);
      onClose();
    },
    onDeleted: (id: string) => {
      inUse.forget(id);
      // The chat may still use the deleted connection: the list then shows the error.
      if (id === inUse.usedId) models.reload();
      // After the last connection is deleted, the panel shows the form for the first one, which the sheet would cover.
      if (list.length === 1) onClose();
    },
  };
}
