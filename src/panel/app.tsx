import { useLiveQuery } from 'dexie-react-hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { hasEnded } from '@/src/core/records/transition';
import { checkpointsOf, connections, unfinishedChats } from '@/src/store/queries';
import { ChatFoot } from './chat-foot';
import { NewSessionSheet } from './chats/new-session-sheet';
import { OtherChats } from './chats/other-chats';
import { createSessionOpening } from './chats/session-opening';
import { CheckpointsSheet } from './checkpoints/checkpoints-sheet';
import { useComposerText } from './composer/use-composer-draft';
import { ConnectionForm } from './connection/connection-form';
import { ConnectionSheet } from './connection/connection-sheet';
import { proposedBaseUrl } from './connection/proposed-base-url';
import { useConnectionInUse } from './connection/use-connection-in-use';
import { BrokenConversation } from './conversation/broken-conversation';
import { Conversation } from './conversation/conversation';
import { EmptyState } from './conversation/empty-state';
import { NoChat } from './conversation/no-chat';
import { BrokenSheet } from './errors/broken-sheet';
import { EntryBoundary } from './errors/entry-boundary';
import { useCommandError } from './errors/use-command-error';
import { isPageElsewhere } from './header/is-page-elsewhere';
import { ModelBar } from './header/model-bar';
import { modelProblem } from './header/model-choice';
import { PageElsewhere, pageElsewhereError } from './header/page-elsewhere';
import { PageLineView } from './header/page-line';
import { PanelHeader } from './header/panel-header';
import { sendCommand } from './link/send-command';
import { useAttachment } from './link/use-attachment';
import { useChatView } from './link/use-chat-view';
import { useLive, useLiveFeed } from './link/use-live';
import { usePagePlace } from './link/use-page-place';
import { LogSheet } from './log/log-sheet';
import { markdownRenderer } from './markdown/markdown-renderer';
import { SavedOfferView } from './offers/saved-offer-view';
import { PolicySheet } from './policy/policy-sheet';
import { SitesSheet } from './sites/sites-sheet';

interface AppProps {
  /** What was typed into the static shell before this was there. */
  initialText: string;
}

/** The side panel: the record of one chat, what is streaming, and the ways to act on both. */
export function App({ initialText }: AppProps) {
  const { attachment, look, adopt, show } = useAttachment();
  const chatId = attachment.state === 'attached' ? attachment.chatId : null;
  const view = useChatView(chatId);
  const checkpoints = useLiveQuery(async () => (chatId === null ? [] : checkpointsOf(chatId)), [chatId]);
  const feed = useLiveFeed(chatId);
  const livePage = useLive(feed, (snapshot) => snapshot.page);
  const isLost = useLive(feed, (snapshot) => snapshot.link === 'lost') ?? false;
  const { error, perform, report, dismiss } = useCommandError();
  const draft = useComposerText(chatId, initialText, report);
  const connectionList = useLiveQuery(connections);
  const unfinished = useLiveQuery(unfinishedChats) ?? [];
  // Until the panel knows its own chat, that one would count among the others.
  const otherChats =
    attachment.state === 'looking' ? [] : unfinished.filter((chat) => chat.chatId !== chatId);
  const connection = useConnectionInUse(connectionList, view?.chat.settings ?? null);
  const [openSheet, setOpenSheet] = useState<
    'checkpoints' | 'connection' | 'sites' | 'log' | 'policy' | 'new-session' | null
  >(null);
  const [offeredDraft, setOfferedDraft] = useState<string | null>(null);
  const [sessions] = useState(createSessionOpening);
  const composer = useRef<HTMLTextAreaElement>(null);

  const attachedPage = 'page' in attachment ? attachment.page : null;
  const page = livePage ?? attachedPage;
  const place = usePagePlace(page?.state === 'connected' ? page.tabId : null);
  const [confirmedId, setConfirmedId] = useState<string | null>(null);
  const isElsewhere = confirmedId !== chatId && isPageElsewhere(attachment, page, place);
  const proposal = proposedBaseUrl(page, connectionList ?? []);
  const closeSheet = useCallback(() => setOpenSheet(null), []);

  useEffect(markdownRenderer.load, []);

  const writeDraft = (text: string) => {
    draft.setText(text);
    composer.current?.focus();
  };
  const inChat = (work: (id: string) => Promise<unknown>) =>
    chatId === null ? Promise.resolve(false) : perform(() => work(chatId));
  const inChatMeant = (work: (id: string) => Promise<unknown>) =>
    inChat(async (id) => work(await sessions.chatMeant(id)));
  const startSession = async (earlier: 'stop' | 'keep') => {
    await inChat((id) =>
      sessions.open(async () => {
        if (earlier === 'stop') await sendCommand({ type: 'stop', chatId: id });
        const { chatId: nextId } = await sendCommand({ type: 'new-session', chatId: id });
        draft.moveTo(nextId);
        // From here on input belongs to what is shown, so that has to be the new chat.
        flushSync(() => adopt(nextId));
        return nextId;
      }),
    );
    // A composer below an open sheet takes no focus.
    flushSync(closeSheet);
    composer.current?.focus();
  };
  const newSession = () => {
    const isUnfinished = view !== null && view.run !== null && !hasEnded(view.run.status);
    if (isUnfinished) setOpenSheet('new-session');
    else void startSession('keep');
  };
  const showChat = (id: string) => {
    dismiss();
    show(id);
    composer.current?.focus();
  };
  const answer = async (text: string) => {
    const isTaken = await inChat(async (id) => {
      if (isElsewhere) throw pageElsewhereError();
      await sendCommand({ type: 'send-message', chatId: id, text });
    });
    // The choice that was pressed goes away with the question.
    if (isTaken) composer.current?.focus();
    return isTaken;
  };
  const finishRollback = (text: string | null) => {
    // A composer below an open sheet takes no focus.
    flushSync(closeSheet);
    if (text !== null && draft.getText() !== '') setOfferedDraft(text);
    else writeDraft(text ?? draft.getText());
  };
  const showPage = () => inChat((id) => sendCommand({ type: 'show-page', chatId: id }));
  const chooseModel = (connectionId: string, model: string) =>
    inChatMeant((id) => sendCommand({ type: 'choose-model', chatId: id, connectionId, model }));

  return (
    <div className="panel">
      <PanelHeader
        title={view?.chat.binding?.title ?? 'Steward'}
        checkpointCount={view === null ? null : (checkpoints?.length ?? 0)}
        canStartSession={view !== null}
        onOpenCheckpoints={() => setOpenSheet('checkpoints')}
        onNewSession={newSession}
        onOpenConnection={() => setOpenSheet('connection')}
        onOpenSites={() => setOpenSheet('sites')}
        onOpenLog={() => setOpenSheet('log')}
      >
        <ModelBar
          chat={view?.chat ?? null}
          modelList={connection.isFirstRun ? { state: 'none' } : connection.modelList}
          chosen={connection.chosenModel}
          connectionLabel={connection.usedLabel}
          onChoose={chooseModel}
          onRetry={connection.reload}
        />
        <PageLineView
          page={page}
          place={place}
          hasChat={chatId !== null}
          isLost={isLost}
          onShowPage={showPage}
          onLookAgain={look}
          perform={perform}
        />
        <OtherChats chats={otherChats} onShow={showChat} />
      </PanelHeader>
      <main className="panel-main">
        <NoChat attachment={attachment} onLookAgain={look} perform={perform} />
        {connection.isFirstRun && (
          <section className="start" aria-label="First connection">
            <p>Steward works with your own model endpoint. Connect one to begin.</p>
            <ConnectionForm
              connectionId={null}
              connections={connectionList ?? []}
              proposal={proposal}
              model={null}
              loadModels={connection.loadModels}
              onConnected={connection.use}
            />
          </section>
        )}
        {view !== null && !connection.isFirstRun && (
          <EntryBoundary key={view.chat.id} place="conversation" fallback={<BrokenConversation />}>
            <Conversation
              view={view}
              feed={feed}
              emptyState={
                page?.state === 'connected' && <EmptyState line={page.line} onSuggest={writeDraft} />
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
              onRetry={() => inChat((id) => sendCommand({ type: 'retry', chatId: id }))}
              onContinue={() => inChat((id) => sendCommand({ type: 'continue-run', chatId: id }))}
              onResume={() => inChat((id) => sendCommand({ type: 'resume', chatId: id }))}
              onAnswer={answer}
            />
          </EntryBoundary>
        )}
      </main>
      <ChatFoot
        view={view}
        draft={draft}
        onSend={(text) =>
          inChatMeant(async (id) => {
            const problem = isElsewhere
              ? pageElsewhereError()
              : modelProblem(connection.modelList, connection.chosenModel, connection.usedLabel);
            if (problem !== null) throw problem;
            await sendCommand({ type: 'send-message', chatId: id, text });
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
                composer.current?.focus();
              }}
            />
          )
        }
        composer={composer}
        error={error}
        offeredDraft={offeredDraft}
        perform={perform}
        onDismissError={dismiss}
        onOfferTaken={() => setOfferedDraft(null)}
        onOpenPolicy={() => setOpenSheet('policy')}
      />
      <EntryBoundary place="sheet" subject={openSheet} fallback={<BrokenSheet onClose={closeSheet} />}>
        {openSheet === 'checkpoints' && view !== null && (
          <CheckpointsSheet
            chatId={view.chat.id}
            checkpoints={checkpoints ?? []}
            onClose={closeSheet}
            onRolledBack={finishRollback}
          />
        )}
        {openSheet === 'new-session' && view !== null && view.run !== null && (
          <NewSessionSheet status={view.run.status} onStart={startSession} onClose={closeSheet} />
        )}
        {openSheet === 'policy' && view !== null && (
          <PolicySheet
            key={view.chat.id}
            chat={view.chat}
            goesLive={page?.state === 'connected' && page.goesLive}
            onClose={closeSheet}
          />
        )}
        {openSheet === 'sites' && <SitesSheet onClose={closeSheet} />}
        {openSheet === 'log' && <LogSheet chatId={chatId} onClose={closeSheet} />}
        {openSheet === 'connection' && (
          <ConnectionSheet
            connections={connectionList ?? []}
            usedId={connection.usedId}
            chosenModel={connection.chosenModel}
            proposal={proposal}
            loadModels={connection.loadModels}
            onUse={(id) => {
              connection.use(id);
              closeSheet();
            }}
            onDeleted={(id) => {
              connection.forget(id);
              // The form for the first connection stands below.
              if (connectionList?.length === 1) closeSheet();
            }}
            onClose={closeSheet}
          />
        )}
      </EntryBoundary>
    </div>
  );
}
