import { useState } from 'react';
import { EntryList } from '@/src/panel/data/entry-list';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { formatDayAndTime } from '@/src/panel/kit/text/format-time';
import { SecondaryText } from '@/src/panel/kit/text/paragraph';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import type { Chat } from '@/src/schema/chat';
import type { Omission, StoredRequest } from '@/src/schema/sent-request';
import { type SaidText, say, type TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { RequestContents } from './request-contents';

/** The chat's last requests, newest first. */
export function RequestInspector({ chat: { id } }: { chat: Pick<Chat, 'id'> }) {
  return (
    <EntryList
      label="chatSettings.sheet.requests"
      subject={id}
      isFiltered={false}
      empty="chatSettings.requests.none"
      read={async ({ sentRequestsOf }) => ({ entries: await sentRequestsOf(id), isCut: false })}
      row={(request) => <RequestRow key={request.id} request={request} />}
    >
      <SecondaryText text="chatSettings.requests.explanation" />
    </EntryList>
  );
}

/** One request: its time, model and size, and what it left out. Unfolding it shows its contents. */
function RequestRow({ request }: { request: StoredRequest }) {
  const { id, atMs, kind, model, tokens, messages, tools, omissions } = request;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className="request">
      <p>
        <strong>{t(`chatSettings.requests.${kind}`)}</strong> · <ForeignText text={model} />
      </p>
      <p className="meta">
        <time dateTime={new Date(atMs).toISOString()}>{formatDayAndTime(atMs)}</time> ·{' '}
        {t('counts.tokens', { count: tokens.total })} · {t('counts.messages', { count: messages.length })} ·{' '}
        {t('counts.tools', { count: tools.length })}
      </p>
      <dl className="request-parts">
        <Part name="chatSettings.requests.systemPrompt" tokens={tokens.systemPrompt} />
        <Part name="chatSettings.requests.tools" tokens={tokens.tools} />
        <Part name="chatSettings.requests.messages" tokens={tokens.messages} />
        <dt>{t('chatSettings.requests.cacheMarks')}</dt>
        <dd>{marksText(request)}</dd>
      </dl>
      {omissions.length > 0 && (
        <div>
          <SecondaryText text="chatSettings.requests.leftOut" />
          <ul className="omissions">
            {omissions.map((omission) => (
              <li key={`${omission.what} ${omission.reason}`}>
                <SaidWords said={omissionText(omission)} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="secondary">{t('chatSettings.requests.contents')}</summary>
        {isOpen && <RequestContents id={id} />}
      </details>
    </li>
  );
}

function Part({ name, tokens }: { name: TextKey; tokens: number }) {
  return (
    <>
      <dt>{t(name)}</dt>
      <dd>{t('counts.tokens', { count: tokens })}</dd>
    </>
  );
}

/** Lists the marked messages by their numbers, which start at 1 like those in the contents. */
function marksText({ cacheMarks }: StoredRequest): string {
  const numbers = cacheMarks.map((index) => String(index + 1));
  return numbers.length === 0
    ? t('chatSettings.requests.noMarks')
    : t('chatSettings.requests.marks', { count: numbers.length, numbers });
}

export function omissionText({ what, reason, count, tools }: Omission): SaidText {
  if (reason === 'marked-part-changed') return say('chatSettings.omission.markMoved');
  if (reason === 'endpoint-refused') return say('chatSettings.omission.marksRefused');
  if (reason === 'tool-memory' && what === 'calls') {
    return say('chatSettings.omission.forgottenCalls', { count, tools });
  }
  return say(`chatSettings.omission.${reason}`, { count });
}
