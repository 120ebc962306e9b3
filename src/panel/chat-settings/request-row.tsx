import { useState } from 'react';
import type { RequestKind } from '@/src/core/records/message';
import type { StoredRequest } from '@/src/core/records/sent-request';
import { formatDayAndTime } from '../log/format-day-and-time';
import { count } from '../text/count';
import { ForeignText } from '../text/foreign-text';
import { omissionText } from './omission-text';
import { RequestContents } from './request-contents';

const KINDS: Readonly<Record<RequestKind, string>> = {
  response: 'Answer',
  title: 'Title',
  summary: 'Summary',
};

/** One request: its time, model and size, and what it left out. Unfolding it shows its contents. */
export function RequestRow({ request }: { request: StoredRequest }) {
  const { id, atMs, kind, model, tokens, messages, tools, omissions } = request;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className="request">
      <p>
        <strong>{KINDS[kind]}</strong> · <ForeignText text={model} />
      </p>
      <p className="meta">
        <time dateTime={new Date(atMs).toISOString()}>{formatDayAndTime(atMs)}</time> ·{' '}
        {count(tokens.total, 'token')} · {count(messages.length, 'message')} · {count(tools.length, 'tool')}
      </p>
      <dl className="request-parts">
        <Part name="System prompt" tokens={tokens.systemPrompt} />
        <Part name="Tools" tokens={tokens.tools} />
        <Part name="Messages" tokens={tokens.messages} />
        <dt>Cache marks</dt>
        <dd>{marksText(request)}</dd>
      </dl>
      {omissions.length > 0 && (
        <div>
          <p className="secondary">Left out:</p>
          <ul className="omissions">
            {omissions.map((omission) => (
              <li key={`${omission.what} ${omission.reason}`}>{omissionText(omission)}</li>
            ))}
          </ul>
        </div>
      )}
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="secondary">Contents</summary>
        {isOpen && <RequestContents id={id} />}
      </details>
    </li>
  );
}

function Part({ name, tokens }: { name: string; tokens: number }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{count(tokens, 'token')}</dd>
    </>
  );
}

/** Messages are counted from 1, as the contents number them. */
function marksText({ cacheMarks }: StoredRequest): string {
  if (cacheMarks.length === 0) return 'none';
  return `on ${cacheMarks.map((index) => `message ${index + 1}`).join(' and ')}`;
}
