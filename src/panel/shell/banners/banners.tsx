import { useState } from 'react';
import { browser } from 'wxt/browser';
import { UPDATED_IN_RUN } from '@/src/messages/channels';
import { useShownChat } from '@/src/panel/data/shown-chat';
import { useQuery } from '@/src/panel/data/stored-data';
import { useLive } from '@/src/panel/data/use-live';
import type { ModelListState } from '@/src/panel/data/use-models';
import { Banner } from '@/src/panel/kit/errors/banner';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { useLimits } from '@/src/panel/kit/fields/managed-fields';
import { Paragraph, SaidParagraph } from '@/src/panel/kit/text/paragraph';
import { ErrorWords, SaidWords } from '@/src/panel/kit/text/said-words';
import { TextButton } from '@/src/panel/kit/text-button';
import { useStored } from '@/src/panel/kit/use-stored';
import type { Run } from '@/src/schema/run';
import { type Said, say } from '@/src/schema/values/said';
import { t, wordsOf } from '@/src/texts/i18n';
import type { OpenSheet } from '../open-sheet';
import type { PageCard } from '../page-card';
import type { NewChat } from '../use-new-chat';
import { KnownIssueBanner, OutdatedPageBanner, PageBanner, RefusedNewChat } from './page-banner';

interface BannersProps {
  modelList: ModelListState;
  connectionLabel: string;
  /** The one card about a page to show; null for none. */
  pageCard: PageCard | null;
  newChat: Pick<NewChat, 'newChat' | 'startChat' | 'refusedPage' | 'dismissRefusal'>;
  onRetryModels(): void;
  onShowChat(chatId: string): void;
  onOpen(sheet: OpenSheet): void;
}

/** Problems that concern the whole chat, shown above the conversation. Problems within the conversation are shown there. */
export function Banners(props: BannersProps) {
  const { modelList, connectionLabel, pageCard, newChat, onOpen, onRetryModels, onShowChat } = props;
  const { chatId, view, feed, page, holder } = useShownChat();
  const isLost = useLive(feed, (snapshot) => snapshot.link === 'lost') ?? false;
  const prompt = promptProblems(view?.run ?? null);
  const endpoint = endpointProblem(modelList, connectionLabel);
  // Each connection and each run has problems of its own.
  const endpointSubject = 'connectionId' in modelList ? `endpoint ${modelList.connectionId}` : 'endpoint';
  const promptSubject = `prompt ${prompt?.runId}`;
  const { isDismissed, dismiss } = useDismissals(
    new Map([
      [endpointSubject, endpoint?.key ?? null],
      [promptSubject, promptSubject],
      ['page', page?.knownIssue ?? null],
    ]),
  );
  return (
    <div className="banners">
      {isLost && (
        <Banner label="errors.background.label">
          <Paragraph text="errors.background.text" />
        </Banner>
      )}
      <UpdateNotice />
      <PolicyNotice />
      <IntegrityNotice onOpenData={() => onOpen('data')} />
      {newChat.refusedPage !== null && pageCard === 'new-chat' && (
        <RefusedNewChat
          page={newChat.refusedPage}
          onTryAgain={newChat.startChat}
          onDismiss={newChat.dismissRefusal}
        />
      )}
      {chatId !== null && page !== null && pageCard === 'page' && (
        <PageBanner page={page} onRebind={() => onOpen('rebind')} onNewChat={newChat.newChat} />
      )}
      {page?.knownIssue !== undefined && !isDismissed('page') && (
        <KnownIssueBanner issue={page.knownIssue} onDismiss={() => dismiss('page')} />
      )}
      {page?.state === 'connected' && <OutdatedPageBanner tabId={page.tabId} />}
      {holder !== null && pageCard === null && (
        <Banner
          label="errors.pageInUse.label"
          icon="lock"
          actions={<TextButton text="errors.pageInUse.showChat" onClick={() => onShowChat(holder.chatId)} />}
        >
          <SaidParagraph said={say('errors.pageInUse.text', { chat: holder.title })} />
        </Banner>
      )}
      {endpoint !== null && !isDismissed(endpointSubject) && (
        <EndpointBanner
          problem={endpoint}
          onRetry={onRetryModels}
          onOpenConnections={() => onOpen('connections')}
          onDismiss={() => dismiss(endpointSubject)}
        />
      )}
      {prompt !== null && !isDismissed(promptSubject) && (
        <Banner
          label="errors.prompt.label"
          actions={
            <TextButton
              text="errors.act.openChatSettings"
              aria-haspopup="dialog"
              onClick={() => onOpen('chat-instructions')}
            />
          }
          onDismiss={() => dismiss(promptSubject)}
        >
          <Paragraph text="errors.prompt.text" />
          {prompt.problems.map(({ message }) => (
            <p key={wordsOf(message)} className="plain-text">
              <SaidWords said={message} />
            </p>
          ))}
        </Banner>
      )}
    </div>
  );
}

/** The id of the run, and the parts of the system prompt that it couldn't use; null if there are none. */
function promptProblems(run: Run | null) {
  const problems = run?.promptProblems ?? [];
  return run === null || problems.length === 0 ? null : { runId: run.id, problems };
}

interface Dismissals {
  isDismissed(subject: string): boolean;
  dismiss(subject: string): void;
}

/**
 * Keeps which problems the user dismissed. Each subject has at most one problem at a time. A dismissal ends with its problem, so that the
 * problem is shown again if it returns. The dismissal of a subject that isn't listed is kept: the subject may belong to another chat, where
 * the problem still exists.
 *
 * @param problems the present problem of each listed subject, by the subject's name; null if it has none
 */
function useDismissals(problems: ReadonlyMap<string, string | null>): Dismissals {
  const [dismissed, setDismissed] = useState<ReadonlyMap<string, string>>(new Map());
  const kept = [...dismissed].filter(
    ([subject, problem]) => !problems.has(subject) || problems.get(subject) === problem,
  );
  if (kept.length !== dismissed.size) setDismissed(new Map(kept));
  return {
    isDismissed: (subject) => dismissed.has(subject) && dismissed.get(subject) === problems.get(subject),
    dismiss(subject) {
      const problem = problems.get(subject);
      if (typeof problem === 'string') setDismissed(new Map(kept).set(subject, problem));
    },
  };
}

/** Notice of problems that a check at the worker's start found, until the user has acknowledged them. */
export function IntegrityNotice({ onOpenData }: { onOpenData(): void }) {
  const unseen = useQuery((queries) => queries.unseenFindings(), []) ?? null;
  if (unseen === null) return null;
  return (
    <Banner label="errors.data.label" actions={<TextButton text="errors.data.show" onClick={onOpenData} />}>
      <Paragraph text="errors.data.text" />
    </Banner>
  );
}

/** Notice, until it is dismissed, that an update interrupted a run and closed the panel. */
function UpdateNotice() {
  const { perform, report } = useCommands();
  const { value: version } = useStored(UPDATED_IN_RUN, readVersion, report, 'session');
  if (version === null) return null;
  return (
    <Banner
      label="errors.update.label"
      onDismiss={() => void perform(() => browser.storage.session.remove(UPDATED_IN_RUN))}
    >
      <p>{t('errors.update.text', { version })}</p>
    </Banner>
  );
}

/** Notice that parts of the organisation's policy are invalid. */
function PolicyNotice() {
  const { invalid } = useLimits();
  if (invalid.length === 0) return null;
  return (
    <Banner label="errors.managed.label" tone="failed">
      <SaidParagraph said={say('errors.managed.text', { names: invalid })} />
    </Banner>
  );
}

function readVersion(stored: unknown): string | null {
  return typeof stored === 'string' ? stored : null;
}

/** The reason why no models can be listed, with the remedy. */
interface EndpointProblem {
  /** Identifies the problem; a dismissal refers to it. */
  key: string;
  message: Said;
  remedy: Said;
}

/** The problem of the connection in use; null if it listed models, or its list is still loading. */
function endpointProblem(modelList: ModelListState, connectionLabel: string): EndpointProblem | null {
  if (modelList.state === 'failed') {
    const { code, message, remedy } = modelList.error;
    return { key: `${modelList.connectionId} ${code}`, message, remedy };
  }
  if (modelList.state === 'loaded' && modelList.models.length === 0) {
    return {
      key: `${modelList.connectionId} empty`,
      message: say('errors.endpoint.noModels', { connection: connectionLabel }),
      remedy: say('errors.endpoint.noModelsRemedy'),
    };
  }
  return null;
}

interface EndpointBannerProps {
  problem: EndpointProblem;
  onRetry(): void;
  onOpenConnections(): void;
  onDismiss(): void;
}

/** Banner for a connection whose models can't be listed. */
function EndpointBanner({ problem, onRetry, onOpenConnections, onDismiss }: EndpointBannerProps) {
  return (
    <Banner
      label="errors.endpoint.label"
      tone="failed"
      role="alert"
      actions={
        <>
          <TextButton text="common.tryAgain" onClick={onRetry} />
          <TextButton text="errors.endpoint.connections" aria-haspopup="dialog" onClick={onOpenConnections} />
        </>
      }
      onDismiss={onDismiss}
    >
      <p>
        <ErrorWords error={problem} />
      </p>
    </Banner>
  );
}
