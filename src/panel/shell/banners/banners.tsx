import { useState } from 'react';
import type { PageStatus } from '@/src/messages/commands';
import type { ModelList } from '@/src/panel/data/use-models';
import { Banner } from '@/src/panel/kit/errors/banner';
import type { Perform } from '@/src/panel/kit/errors/use-command-error';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';
import type { PromptProblem } from '@/src/schema/prompt-problem';
import type { OtherHolder } from '@/src/store/queries';
import { i18n } from '@/src/texts/i18n';
import type { OpenSheet } from '../open-sheet';
import { EndpointBanner, endpointProblem } from './endpoint-banner';
import { IntegrityNotice } from './integrity-notice';
import { needsPageBanner, PageBanner } from './page-banner';

interface BannersProps {
  /** False without a chat: then the conversation's area says what to do about the page. */
  hasChat: boolean;
  /** Null until the panel is attached. */
  page: PageStatus | null;
  /** True for a panel that is beside no page. */
  isDetached: boolean;
  /** The other chat that works on the page; null if none does. */
  holder: OtherHolder | null;
  /** True if the background doesn't respond. */
  isLost: boolean;
  modelList: ModelList;
  connectionLabel: string;
  /** The run that the prompt's problems belong to, with them; null if there are none. */
  prompt: { runId: string; problems: readonly PromptProblem[] } | null;
  onRebind(): void;
  onRetryPage(): void;
  onRetryModels(): void;
  onShowChat(chatId: string): void;
  onOpen(sheet: OpenSheet): void;
  perform: Perform;
}

/** Every problem of the whole chat, at one place above the conversation. What happened within it is shown there. */
export function Banners(props: BannersProps) {
  const { page, holder, prompt, modelList, connectionLabel, onOpen, onRetryModels } = props;
  const endpoint = endpointProblem(modelList, connectionLabel);
  // Each connection and each run has problems of its own.
  const endpointSubject = 'connectionId' in modelList ? `endpoint ${modelList.connectionId}` : 'endpoint';
  const promptSubject = `prompt ${prompt?.runId}`;
  const { isDismissed, dismiss } = useDismissals(
    new Map([
      [endpointSubject, endpoint?.key ?? null],
      [promptSubject, promptSubject],
    ]),
  );
  return (
    <div className="banners">
      {props.isLost && (
        <Banner label={i18n.t('errors.background.label')} tone="waiting" role="status">
          <p>{i18n.t('errors.background.text')}</p>
        </Banner>
      )}
      <IntegrityNotice onOpenData={() => onOpen('data')} />
      {props.hasChat && page !== null && needsPageBanner(page) && (
        <PageBanner
          page={page}
          isDetached={props.isDetached}
          onRebind={props.onRebind}
          onRetry={props.onRetryPage}
          perform={props.perform}
        />
      )}
      {holder !== null && (
        <Banner
          label={i18n.t('errors.pageInUse.label')}
          tone="waiting"
          role="status"
          icon="lock"
          actions={
            <div className="button-row">
              <button type="button" onClick={() => props.onShowChat(holder.chatId)}>
                {i18n.t('errors.pageInUse.showChat')}
              </button>
            </div>
          }
        >
          <p>
            <TextWithElements
              text="errors.pageInUse.text"
              elements={{ chat: <ForeignText text={holder.title} /> }}
            />
          </p>
        </Banner>
      )}
      {endpoint !== null && !isDismissed(endpointSubject) && (
        <EndpointBanner
          problem={endpoint}
          onRetry={onRetryModels}
          onOpenConnections={() => onOpen('connection')}
          onDismiss={() => dismiss(endpointSubject)}
        />
      )}
      {prompt !== null && !isDismissed(promptSubject) && (
        <Banner
          label={i18n.t('errors.prompt.label')}
          tone="waiting"
          role="status"
          actions={
            <div className="button-row">
              <button type="button" aria-haspopup="dialog" onClick={() => onOpen('settings')}>
                {i18n.t('errors.prompt.chatSettings')}
              </button>
            </div>
          }
          onDismiss={() => dismiss(promptSubject)}
        >
          <p>{i18n.t('errors.prompt.text')}</p>
          {prompt.problems.map(({ message }) => (
            <p key={message} className="plain-text">
              {message}
            </p>
          ))}
        </Banner>
      )}
    </div>
  );
}

/** Which of the current problems the user has dismissed. */
interface Dismissals {
  isDismissed(subject: string): boolean;
  dismiss(subject: string): void;
}

/**
 * Dismissed problems, of which each subject has one at a time. A problem that ends is forgotten, so that it is shown again when it
 * happens again. That of a subject that isn't in sight stays dismissed: it may be the other chat's, and still exist.
 *
 * @param problems the present problem of each subject in sight by name; null if it has none
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
