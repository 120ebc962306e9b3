import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { policyOf } from '@/src/core/policy/policy-settings';
import { hasEnded } from '@/src/core/records/transition';
import type { DetachedPanel, DetachedPlace } from '@/src/messages/detached-panel';
import { DeletedChats, OtherChats } from '@/src/panel/chats/parts';
import { createSessionOpening } from '@/src/panel/chats/session-opening';
import type { ImageReadings } from '@/src/panel/composer/images/use-image-drafts';
import { WAIT_IN_NEXT_RUN } from '@/src/panel/composer/run-actions';
import { runActivity } from '@/src/panel/composer/run-activity';
import { useComposerText } from '@/src/panel/composer/use-composer-text';
import { canSummarize } from '@/src/panel/conversation/can-summarize';
import { useFind } from '@/src/panel/conversation/find/use-find';
import { SavedOfferView } from '@/src/panel/conversation/parts';
import type { KeptEdits } from '@/src/panel/conversation/revision/kept-edits';
import { useSummaries } from '@/src/panel/conversation/use-summaries';
import { BrokenPart, EntryBoundary } from '@/src/panel/data/entry-boundary';
import { sendCommand } from '@/src/panel/data/send-command';
import { useQuery } from '@/src/panel/data/stored-data';
import type { ModelList } from '@/src/panel/data/use-models';
import { isPageElsewhere } from '@/src/panel/header/is-page-elsewhere';
import { ModelBar } from '@/src/panel/header/model-bar';
import { modelProblem } from '@/src/panel/header/model-choice';
import { PageElsewhere, pageElsewhereError } from '@/src/panel/header/page-elsewhere';
import { PageLineView } from '@/src/panel/header/page-line';
import { PanelHeader } from '@/src/panel/header/panel-header';
import { useCommandError } from '@/src/panel/kit/errors/use-command-error';
import { markdownRenderer } from '@/src/panel/kit/markdown/markdown-renderer';
import type { PanelFrame } from '@/src/panel/kit/panel-frame';
import { usePaintedTheme } from '@/src/panel/settings/appearance/use-theme';
import { proposedBaseUrl } from '@/src/panel/settings/connection/proposed-base-url';
import { useConnectionInUse } from '@/src/panel/settings/connection/use-connection-in-use';
import { ContextMeter } from '@/src/panel/settings/costs/context-meter';
import { ContextNotice } from '@/src/panel/settings/costs/context-notice';
import { SiteAction } from '@/src/panel/settings/sites/site-action';
import type { PolicySettings } from '@/src/schema/chat-settings';
import type { Run } from '@/src/schema/run';
import { i18n } from '@/src/texts/i18n';
import { ChatFoot } from './chat-foot';
import type { OpenSheet } from './open-sheet';
import { panelActions } from './panel-actions';
import {
  Banners,
  Conversation,
  EmptyState,
  FirstConnection,
  loadWhileIdle,
  NoChat,
  PanelSheets,
} from './parts';
import { useAccent } from './use-accent';
import { useDocumentTitle } from './use-document-title';
import { useShownChat } from './use-shown-chat';

interface AppProps {
  /** The elements of the static HTML in which the panel renders; its message field may already have text. */
  frame: PanelFrame;
  /** The chat that a panel in a window or tab of its own opens with; null for a side panel. */
  detached: DetachedPanel | null;
}

/** The side panel: one chat with its stored messages, the streaming response and all controls. */
export function App({ frame, detached }: AppProps) {
  const shown = useShownChat(detached);
  const { attachment, attach, adopt, show, chatId, view, checkpoints, usage, feed } = shown;
  const { livePage, page, place, holder, isLost, isSummarizing, otherChats } = shown;
  const { error, perform, report, dismiss } = useCommandError(chatId);
  usePaintedTheme(report);
  const summaries = useSummaries(chatId, isSummarizing, perform);
  const isSummaryPossible = view !== null && !isSummarizing && canSummarize(view);
  const composerText = useComposerText(chatId, frame.message.value, report);
  const connectionList = useQuery((queries) => queries.connections(), []);
  const connection = useConnectionInUse(connectionList, view);
  const [openSheet, setOpenSheet] = useState<OpenSheet | null>(null);
  const [shownCheckpointId, setShownCheckpointId] = useState<string | null>(null);
  const [sessions] = useState(createSessionOpening);
  const [edits] = useState<KeptEdits>(() => new Map());
  const [imageReadings] = useState<ImageReadings>(() => new Map());
  const composer: RefObject<HTMLTextAreaElement> = useRef(frame.message);
  const find = useFind(view?.chat.id ?? null);

  useAccent(view?.chat.binding?.adapterId ?? null);
  useDocumentTitle(detached === null ? null : (view?.chat ?? null));
  const [confirmedId, setConfirmedId] = useState<string | null>(null);
  const isElsewhere = confirmedId !== chatId && isPageElsewhere(attachment, page, place, detached !== null);
  const proposal = proposedBaseUrl(page, connectionList ?? []);
  const closeSheet = useCallback(() => setOpenSheet(null), []);

  useEffect(() => {
    void markdownRenderer.load();
    loadWhileIdle();
  }, []);

  // An imported chat can be read before there is any connection. A message that waits for one, and a chat whose connection was
  // deleted, need the form; after a conversation that has answers it follows that.
  const canRead = view !== null && view.messages.length > 0 && view.chat.settings.connectionId === null;
  const modelList: ModelList = connection.isFirstRun ? { state: 'none' } : connection.modelList;
  const isFirstRun = connection.isFirstRun && (!canRead || view.run?.status.state === 'waiting-for-endpoint');
  const hasAnswers = view !== null && view.landmarks.response !== null;

  const fillComposer = (text: string) => {
    composerText.setText(text);
    frame.message.focus();
  };
  const inChat = (work: (id: string) => Promise<unknown>) =>
    chatId === null ? Promise.resolve(false) : perform(() => work(chatId));
  const inTargetChat = async (work: (id: string) => Promise<unknown>) => {
    if (chatId === null) return false;
    const target = sessions.targetChat(chatId);
    // The work itself fails with the reason why there is no other chat.
    return perform(async () => work(await target), await target.catch(() => chatId));
  };
  const startSession = async (earlier: 'stop' | 'keep') => {
    await inChat((id) =>
      sessions.open(async () => {
        // Images that are being read move to the new chat, too.
        await imageReadings.get(id)?.outcome;
        if (earlier === 'stop') await sendCommand({ type: 'stop', chatId: id });
        const { chatId: nextId } = await sendCommand({ type: 'new-session', chatId: id });
        composerText.moveTo(nextId);
        // Rendered at once, so that input typed from here on belongs to the new chat.
        flushSync(() => adopt(nextId));
        return nextId;
      }),
    );
    // The composer can't be focused while a modal sheet is open.
    flushSync(closeSheet);
    frame.message.focus();
  };
  const newSession = () => {
    const isUnfinished = view !== null && view.run !== null && !hasEnded(view.run.status);
    if (isUnfinished) setOpenSheet('new-session');
    else void startSession('keep');
  };
  const showChat = (id: string) => {
    show(id);
    frame.message.focus();
  };
  const sendMessage = async (id: string, text: string, ids: string[]) => {
    const images = ids.length === 0 ? {} : { imageIds: ids };
    await sendCommand({ type: 'send-message', chatId: id, text, ...images });
  };
  const answer = async (text: string) => {
    const isTaken = await inChat(async (id) => {
      if (isElsewhere) throw pageElsewhereError();
      await sendMessage(id, text, []);
    });
    // The focused choice button is removed with the question.
    if (isTaken) frame.message.focus();
    return isTaken;
  };
  /** The reason why nothing can be sent now; null if there is none. */
  const sendProblem = () =>
    isElsewhere
      ? pageElsewhereError()
      : modelProblem(connection.modelList, connection.chosenModel, connection.usedLabel);
  /** Shows a text that left the conversation, which the background has added to this chat's stored one. */
  const takeBack = (text: string | null) => {
    // The user may have opened another chat meanwhile. What was typed here meanwhile may have replaced the stored text.
    if (text !== null && chatId !== null && composerText.belongsTo(chatId)) {
      if (!composerText.getText().includes(text)) composerText.add(chatId, text, 'before');
    }
    frame.message.focus();
  };
  const finishRollback = (text: string | null) => {
    // The composer can't be focused while a modal sheet is open.
    flushSync(closeSheet);
    takeBack(text);
  };
  /** Opens the checkpoints, with this one chosen. */
  const openCheckpoints = (checkpointId: string | null) => {
    setShownCheckpointId(checkpointId);
    setOpenSheet('checkpoints');
  };
  const showPage = () => inChat((id) => sendCommand({ type: 'show-page', chatId: id }));
  const changePolicy = (policy: PolicySettings) =>
    void inChat((id) => sendCommand({ type: 'set-policy', chatId: id, ...policy }));
  const detach = async (to: DetachedPlace) => {
    if (chatId === null) return;
    // The other panel opens with what is typed here.
    composerText.flush();
    await sendCommand({ type: 'detach-panel', chatId, place: to });
  };
  const chooseModel = (connectionId: string, model: string) =>
    inTargetChat((id) => sendCommand({ type: 'choose-model', chatId: id, connectionId, model }));

  const menu = panelActions({
    hasChat: view !== null,
    canSummarize: isSummaryPossible,
    onNewSession: newSession,
    onSummarize: () => void summaries.summarize(),
    canQueueWait: view !== null && runActivity(view.run) === 'idle' && view.chat.queuedStatus === null,
    onQueueWait: () => void inChat((id) => sendCommand({ ...WAIT_IN_NEXT_RUN, chatId: id })),
    onFind: find.open,
    onOpen: setOpenSheet,
  });

  const firstConnection = isFirstRun && (
    <FirstConnection
      page={page}
      view={view}
      onChangePolicy={changePolicy}
      connections={connectionList ?? []}
      proposal={proposal}
      connection={connection}
    />
  );

  const top = (
    <>
      <PanelHeader
        // Before a chat is loaded, the header has the extension's name.
        title={view?.chat.title ?? i18n.t('panel.name')}
        checkpointCount={view === null ? null : (checkpoints?.entries.length ?? 0)}
        actions={menu}
        onOpenChats={() => setOpenSheet('chats')}
        onOpenCheckpoints={() => openCheckpoints(null)}
      >
        <div className="model-line">
          <ModelBar
            chat={view?.chat ?? null}
            modelList={modelList}
            chosen={connection.chosenModel}
            connectionLabel={connection.usedLabel}
            onChoose={chooseModel}
            onRetry={connection.reload}
          />
          {usage !== null && <ContextMeter usage={usage} onOpen={() => setOpenSheet('costs')} />}
        </div>
        {attachment.state !== 'failed' && (
          <PageLineView
            page={page}
            place={place}
            isInUse={holder !== null}
            onShowPage={showPage}
            siteAction={chatId !== null && page !== null && <SiteAction page={page} perform={perform} />}
          />
        )}
        <OtherChats chats={otherChats} onShow={showChat} />
      </PanelHeader>
      <main className="panel-main">
        <Banners
          hasChat={chatId !== null}
          page={page}
          isDetached={detached !== null}
          holder={holder}
          isLost={isLost}
          modelList={modelList}
          connectionLabel={connection.usedLabel}
          prompt={promptProblems(view?.run ?? null)}
          onRebind={() => setOpenSheet('rebind')}
          onRetryPage={attach}
          onRetryModels={connection.reload}
          onShowChat={showChat}
          onOpen={setOpenSheet}
          perform={perform}
        />
        <NoChat attachment={attachment} onRetry={attach} perform={perform} />
        {!hasAnswers && firstConnection}
        {view !== null && (!isFirstRun || hasAnswers) && (
          <EntryBoundary
            key={view.chat.id}
            place="conversation"
            fallback={<BrokenPart part="conversation" />}
          >
            <Conversation
              view={view}
              feed={feed}
              find={find}
              emptyState={
                page?.state === 'connected' && (
                  <EmptyState
                    page={page}
                    policy={policyOf(view.chat.settings)}
                    onChangePolicy={changePolicy}
                    onSuggest={fillComposer}
                  />
                )
              }
              savedOffer={
                <SavedOfferView
                  chatId={view.chat.id}
                  run={view.run}
                  page={livePage}
                  composer={composer}
                  perform={perform}
                />
              }
              checkpoints={{
                entries: checkpoints?.entries ?? [],
                onOpen: openCheckpoints,
                // A sheet that the user has opened meanwhile stays.
                onReversed: takeBack,
              }}
              end={firstConnection}
              perform={perform}
              onRetry={() => inChat((id) => sendCommand({ type: 'retry', chatId: id }))}
              onContinue={() => inChat((id) => sendCommand({ type: 'continue-run', chatId: id }))}
              onResume={() => inChat((id) => sendCommand({ type: 'resume', chatId: id }))}
              revision={{
                problem: sendProblem,
                onRevised: () => frame.message.focus(),
                kept: edits,
              }}
              onBranch={(messageId) =>
                inChat(async (id) => {
                  const branch = await sendCommand({ type: 'branch-chat', chatId: id, messageId });
                  showChat(branch.chatId);
                })
              }
              onAnswer={answer}
              summaries={summaries}
              onAgeOutputs={() => inChat((id) => sendCommand({ type: 'age-outputs', chatId: id }))}
              onNewSession={newSession}
            />
          </EntryBoundary>
        )}
        {usage !== null && (
          <ContextNotice
            usage={usage}
            actions={[
              ...(isSummaryPossible ? [{ label: i18n.t('menu.summarize'), onAct: summaries.summarize }] : []),
              { label: i18n.t('menu.newSession'), onAct: newSession },
            ]}
          />
        )}
      </main>
      {openSheet !== 'chats' && <DeletedChats perform={perform} onUndone={() => frame.message.focus()} />}
    </>
  );
  return (
    <>
      {createPortal(top, frame.top)}
      <ChatFoot
        frame={frame}
        view={view}
        composerText={composerText}
        onSend={(text, imageIds) =>
          inTargetChat(async (id) => {
            const problem = sendProblem();
            if (problem !== null) throw problem;
            await sendMessage(id, text, imageIds);
          })
        }
        pageElsewhere={
          isElsewhere &&
          page !== null &&
          view !== null &&
          view.chat.binding !== null && (
            <PageElsewhere
              page={view.chat.binding}
              onShowPage={showPage}
              onConfirm={() => {
                setConfirmedId(chatId);
                dismiss();
                frame.message.focus();
              }}
            />
          )
        }
        error={error}
        imageReadings={imageReadings}
        perform={perform}
        report={report}
        onDismissError={dismiss}
        onOpenPolicy={() => setOpenSheet('policy')}
        menu={menu}
      />
      <PanelSheets
        open={openSheet}
        chatId={chatId}
        view={view}
        checkpoints={checkpoints}
        shownCheckpointId={shownCheckpointId}
        usage={usage}
        page={page}
        detached={detached}
        connections={connectionList ?? []}
        connection={connection}
        proposal={proposal}
        onShowChat={(id) => {
          flushSync(closeSheet);
          showChat(id);
        }}
        onRolledBack={finishRollback}
        onStartSession={startSession}
        onDetach={detach}
        onDataReplaced={attach}
        onClose={closeSheet}
      />
    </>
  );
}

/** The parts of the system prompt that the run could not use; null if there are none. */
function promptProblems(run: Run | null) {
  const problems = run?.promptProblems ?? [];
  return run === null || problems.length === 0 ? null : { runId: run.id, problems };
}
