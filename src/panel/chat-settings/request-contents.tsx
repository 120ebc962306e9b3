import type { ReactNode } from 'react';
import type { NumberedSnapshot } from '@/src/core/records/context-item';
import type { PromptPart } from '@/src/core/records/sent-request';
import { useQuery } from '../link/stored-data';
import { formatDayAndTime } from '../log/format-day-and-time';
import { count } from '../text/count';
import { ForeignText } from '../text/foreign-text';
import { FoldedText } from '../text/long-text';
import { requestText } from './request-text';

/** UTF-16 units of a text before the rest is folded. */
const MAX_CHARS = 2_000;

const PART_STATES: Readonly<Record<PromptPart['state'], string>> = {
  sent: 'sent',
  overridden: 'replaced by your text',
  excluded: 'left out by you',
  invalid: 'can’t be used',
};

/** Everything that a request contained: the parts of its system prompt, its messages and its tools. */
export function RequestContents({ id }: { id: string }) {
  const request = useQuery((queries) => queries.sentRequest(id), [id]);
  if (request === undefined) return null;
  if (request === null) return <p className="secondary">This request is no longer kept.</p>;
  const { prompt, messages, tools, cacheMarks, snapshot } = request;
  return (
    <div className="request-contents">
      <h4>Parts of the system prompt</h4>
      <ul>
        {prompt.parts.map(({ key, state, tokens }, index) => (
          // Parts without a usable key may share one.
          // biome-ignore lint/suspicious/noArrayIndexKey: a kept request doesn't change
          <li key={index}>
            <code>
              <ForeignText text={key} />
            </code>{' '}
            · {PART_STATES[state]} · {count(tokens, 'token')}
          </li>
        ))}
      </ul>
      {snapshot !== null && <SnapshotItems snapshot={snapshot} />}
      <h4>Messages</h4>
      <ol>
        {messages.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a kept request doesn't change
          <Folded key={index} title={`${index + 1} · ${message.role}`} isMarked={cacheMarks.includes(index)}>
            <FoldedText text={requestText(message)} maxChars={MAX_CHARS} isSpelledOut={true} />
          </Folded>
        ))}
      </ol>
      <h4>Tools</h4>
      <ul>
        {tools.map((tool) => (
          <Folded key={tool.function.name} title={tool.function.name} isMarked={false}>
            <FoldedText
              text={JSON.stringify(tool.function, null, 2)}
              maxChars={MAX_CHARS}
              isSpelledOut={true}
            />
          </Folded>
        ))}
      </ul>
    </div>
  );
}

/** The parts of the page as they were read for the request. */
function SnapshotItems({ snapshot: { id, items } }: { snapshot: NumberedSnapshot }) {
  const readAtMs = items[0]?.capturedAtMs;
  return (
    <>
      <h4>Snapshot {id} of the page</h4>
      {readAtMs !== undefined && (
        <p className="secondary">
          Read at <time dateTime={new Date(readAtMs).toISOString()}>{formatDayAndTime(readAtMs)}</time>
        </p>
      )}
      <ul>
        {items.map(({ key, isSent }) => (
          <li key={key}>
            <code>
              <ForeignText text={key} />
            </code>{' '}
            · {isSent ? 'sent' : 'left out by you'}
          </li>
        ))}
      </ul>
    </>
  );
}

function Folded({ title, isMarked, children }: { title: string; isMarked: boolean; children: ReactNode }) {
  return (
    <li>
      <details>
        <summary>
          <ForeignText text={title} />
          {isMarked && ' · cache mark'}
        </summary>
        <div className="data">{children}</div>
      </details>
    </li>
  );
}
