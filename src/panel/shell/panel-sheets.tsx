import { type ReactNode, useEffect, useState } from 'react';
import { assertNever } from '@/src/core/assert-never';
import type { PageStatus } from '@/src/messages/commands';
import type { DetachedPanel, DetachedPlace } from '@/src/messages/detached-panel';
import { ChatsSheet, NewSessionSheet, RebindSheet } from '@/src/panel/chats/parts';
import { deletedCheckpointsText } from '@/src/panel/conversation/checkpoints/deleted-checkpoints-text';
import { CheckpointsSheet } from '@/src/panel/conversation/parts';
import { EntryBoundary } from '@/src/panel/data/entry-boundary';
import { Sheet } from '@/src/panel/kit/sheet';
import { LogSheet } from '@/src/panel/log/parts';
import type { ConnectionInUse } from '@/src/panel/settings/connection/use-connection-in-use';
import type { useChatUsage } from '@/src/panel/settings/costs/use-chat-usage';
import {
  AliasSheet,
  ChangeList,
  ChatSettingsSheet,
  ConnectionSheet,
  CostsSheet,
  PolicySheet,
  SettingsSheet,
  SitesSheet,
  TransferSheet,
  ViewSheet,
} from '@/src/panel/settings/parts';
import type { Connection } from '@/src/schema/connection';
import type { ChatView, checkpointsOf } from '@/src/store/queries';
import { i18n } from '@/src/texts/i18n';
import type { OpenSheet } from './open-sheet';

interface PanelSheetsProps {
  /** The sheet that is open; null if none is. */
  open: OpenSheet | null;
  chatId: string | null;
  /** Null until the chat is read. */
  view: ChatView | null;
  checkpoints: Awaited<ReturnType<typeof checkpointsOf>> | null;
  /** The checkpoint that is chosen when the sheet of checkpoints opens; null for the current state. */
  shownCheckpointId: string | null;
  usage: ReturnType<typeof useChatUsage>;
  page: PageStatus | null;
  detached: DetachedPanel | null;
  connections: readonly Connection[];
  connection: ConnectionInUse;
  /** The address that the current page proposes for a new connection; null if none. */
  proposal: string | null;
  onShowChat(chatId: string): void;
  onRolledBack(text: string | null): void;
  onStartSession(earlier: 'stop' | 'keep'): Promise<void>;
  onDetach(to: DetachedPlace): Promise<void>;
  onDataReplaced(): void;
  onClose(): void;
}

/** The sheet that is open. One that fails to render is replaced by a note; the rest of the panel stays. */
export function PanelSheets(props: PanelSheetsProps) {
  return (
    <EntryBoundary
      place="sheet"
      subject={props.open}
      fallback={
        <Sheet title={i18n.t('errors.sheet.title')} onClose={props.onClose}>
          <div className="sheet-body">
            <p>{i18n.t('errors.sheet.text')}</p>
          </div>
        </Sheet>
      }
    >
      <Shown {...props} />
    </EntryBoundary>
  );
}

interface OfOneChatProps {
  chatId: string | null;
  onClose(): void;
  children: ReactNode;
}

/** A sheet about the chat for which it was opened. It closes when the panel shows another one, where its buttons would act. */
function OfOneChat({ chatId, onClose, children }: OfOneChatProps) {
  const [ownId] = useState(chatId);
  // None for a moment while the panel is attached again.
  const isOther = chatId !== null && chatId !== ownId;
  useEffect(() => {
    if (isOther) onClose();
  }, [isOther, onClose]);
  return isOther ? null : children;
}

/** The sheets about the chat that the panel shows. */
const OF_ONE_CHAT: readonly OpenSheet[] = [
  'rebind',
  'checkpoints',
  'new-session',
  'policy',
  'costs',
  'settings',
  'transfer',
];

function Shown(props: PanelSheetsProps) {
  const { open, chatId, onClose } = props;
  if (open === null || !OF_ONE_CHAT.includes(open)) return <OneSheet {...props} />;
  return (
    <OfOneChat key={open} chatId={chatId} onClose={onClose}>
      <OneSheet {...props} />
    </OfOneChat>
  );
}

function OneSheet(all: PanelSheetsProps) {
  const { open, chatId, view, checkpoints, usage, page, detached, onClose, ...props } = all;
  switch (open) {
    case null:
      return null;
    case 'chats':
      return (
        <ChatsSheet
          shownId={chatId}
          renderChanges={(offer, onChoose) => <ChangeList plan={offer} onChoose={onChoose} />}
          onShow={props.onShowChat}
          onClose={onClose}
        />
      );
    case 'rebind':
      return chatId !== null && <RebindSheet chatId={chatId} onBound={onClose} onClose={onClose} />;
    case 'checkpoints':
      return (
        view !== null && (
          <CheckpointsSheet
            chatId={view.chat.id}
            checkpoints={checkpoints?.entries ?? []}
            elsewhere={checkpoints?.elsewhere ?? []}
            initialId={props.shownCheckpointId}
            deletedNote={deletedCheckpointsText(checkpoints?.deletedCount ?? 0, view.chat.settings)}
            onClose={onClose}
            onRolledBack={props.onRolledBack}
          />
        )
      );
    case 'new-session':
      return (
        view !== null &&
        view.run !== null && (
          <NewSessionSheet status={view.run.status} onStart={props.onStartSession} onClose={onClose} />
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
    case 'costs':
      return (
        view !== null && usage !== null && <CostsSheet chat={view.chat} usage={usage} onClose={onClose} />
      );
    case 'settings':
      return view !== null && <ChatSettingsSheet chat={view.chat} onClose={onClose} />;
    case 'all-settings':
      return (
        <SettingsSheet
          hasChat={view !== null}
          renderPart={(part, onBack) => <Shown {...all} open={part} onClose={onBack} />}
          onClose={onClose}
        />
      );
    case 'aliases':
      return <AliasSheet connections={props.connections} onClose={onClose} />;
    case 'transfer':
      return <TransferSheet chatId={chatId} onClose={onClose} />;
    case 'view':
      return (
        <ViewSheet
          place={detached?.place ?? null}
          onDetach={chatId === null ? null : props.onDetach}
          onClose={onClose}
        />
      );
    case 'sites':
      return <SitesSheet onClose={onClose} />;
    case 'log':
    case 'data':
      return (
        <LogSheet
          chatId={chatId}
          firstTab={open}
          onClose={onClose}
          onDataReplaced={() => {
            onClose();
            props.onDataReplaced();
          }}
        />
      );
    case 'connection':
      return <Connections {...props} onClose={onClose} />;
    default:
      return assertNever(open);
  }
}

function Connections({
  connections,
  connection,
  proposal,
  onClose,
}: Pick<PanelSheetsProps, 'connections' | 'connection' | 'proposal' | 'onClose'>) {
  return (
    <ConnectionSheet
      connections={connections}
      usedId={connection.usedId}
      chosenModel={connection.chosenModel}
      proposal={proposal}
      loadModels={connection.loadModels}
      onUse={(id) => {
        connection.use(id);
        onClose();
      }}
      onDeleted={(id) => {
        connection.forget(id);
        // Without a connection, the panel shows the form for the first one.
        if (connections.length === 1) onClose();
      }}
      onClose={onClose}
    />
  );
}
