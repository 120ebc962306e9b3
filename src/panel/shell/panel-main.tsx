import type { RunRemedies } from '@/src/panel/conversation/failed-run';
import type { Find } from '@/src/panel/conversation/find/use-find';
import type { KeptEdits } from '@/src/panel/conversation/revision/stored-edits';
import type { Summaries } from '@/src/panel/conversation/use-summaries';
import { BrokenPart, EntryBoundary } from '@/src/panel/data/entry-boundary';
import { WithModelList } from '@/src/panel/data/model-list-provider';
import { useSendInChat, useShownChat } from '@/src/panel/data/shown-chat';
import { focusModelSelect } from '@/src/panel/kit/focus';
import { ContextNotice, SitesOffer } from '@/src/panel/settings/parts';
import type { ApprovalPolicy } from '@/src/schema/values/policy';
import type { PageCard } from './page-card';
import { Banners, Conversation, EmptyState, FirstConnection, NoChat, RecipeList } from './parts';
import type { ChatActions } from './use-chat-actions';
import type { PanelConnections } from './use-panel-connections';
import type { SendGate } from './use-send-gate';
import type { Sheets } from './use-sheets';

interface PanelMainProps {
  sheets: Sheets;
  connections: PanelConnections;
  actions: ChatActions;
  gate: SendGate;
  pageCard: PageCard | null;
  find: Find;
  summaries: Summaries;
  /** Unsent edits of messages, in all chats. */
  edits: KeptEdits;
}

/** The panel's middle: the problems of the whole chat above the conversation, or above what is shown before there is one. */
export function PanelMain(props: PanelMainProps) {
  const { sheets, connections, actions, gate, find, summaries, edits } = props;
  const { view, usage, page, knownSites } = useShownChat();
  const { inUse, isRead, needsFirst } = connections;
  const sendInChat = useSendInChat();
  const isAboutSeveral = view?.chat.targets !== undefined;
  const hasAnswers = view !== null && view.landmarks.response !== null;
  const choosePolicy = (approvalPolicy: ApprovalPolicy) =>
    void sendInChat({ type: 'set-policy', approvalPolicy, planMode: null, permissions: {} });
  const remedies: RunRemedies = {
    onNewChat: actions.newChat,
    onEditConnection: sheets.editConnection,
    // Without a model to choose, opens the connections instead.
    onChooseModel: () => focusModelSelect() || sheets.show('connections'),
    onOpen: sheets.show,
    onAllowChanges: choosePolicy,
  };
  const firstConnection = needsFirst && <FirstConnection onConnected={actions.adoptConnection} />;
  return (
    <main className="panel-main">
      <WithModelList>
        {({ modelList, reload }) => (
          <Banners
            modelList={modelList}
            connectionLabel={inUse.usedLabel}
            pageCard={props.pageCard}
            newChat={actions}
            onRetryModels={reload}
            onShowChat={actions.show}
            onOpen={sheets.show}
          />
        )}
      </WithModelList>
      {!hasAnswers && firstConnection}
      <NoChat />
      {view !== null && (!needsFirst || hasAnswers) && (
        <EntryBoundary key={view.chat.id} place="conversation" fallback={<BrokenPart part="conversation" />}>
          <Conversation
            find={find}
            emptyState={
              // Without a connection, the form takes its place.
              isRead &&
              page?.state === 'connected' && (
                <EmptyState
                  page={page}
                  approvalPolicy={view.chat.settings.approvalPolicy}
                  onChoosePolicy={choosePolicy}
                  isAboutSeveral={isAboutSeveral}
                  onSuggest={actions.suggest}
                  offer={
                    <>
                      <RecipeList adapterId={view.chat.binding?.adapterId ?? ''} />
                      {knownSites.length > 1 && !isAboutSeveral && (
                        <SitesOffer count={knownSites.length} onOpen={() => sheets.show('sites')} />
                      )}
                    </>
                  }
                />
              )
            }
            end={firstConnection}
            // Unlike a rollback in a sheet, this one must not close a sheet: the user may have opened one meanwhile.
            checkpoints={{ onOpen: sheets.showCheckpoints, onReversed: actions.takeBack }}
            revision={{ problem: gate.problem, kept: edits }}
            onAnswer={actions.answer}
            remedies={remedies}
            onShowChat={actions.show}
          />
        </EntryBoundary>
      )}
      {usage !== null && (
        <ContextNotice
          usage={usage}
          actions={[
            ...(summaries.isPossible
              ? [{ text: 'menu.summarize' as const, onAct: summaries.summarize }]
              : []),
            { text: 'menu.newChat', onAct: actions.newChat },
          ]}
        />
      )}
    </main>
  );
}
