import type { ReactNode } from 'react';
import { useQuery } from '@/src/panel/data/stored-data';
import { ForeignCode, ForeignText } from '@/src/panel/kit/text/foreign-text';
import { sizeOf } from '@/src/panel/kit/text/format-number';
import { formatDayAndTime } from '@/src/panel/kit/text/format-time';
import { FoldedText } from '@/src/panel/kit/text/long-text';
import { SecondaryText } from '@/src/panel/kit/text/paragraph';
import { foldable } from '@/src/panel/kit/text/said-words';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';
import type { ApiMessage } from '@/src/schema/api-message';
import type { NumberedSnapshot } from '@/src/schema/snapshot';
import { type Said, say } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';

/** UTF-16 units of a text before the rest is folded. */
const MAX_CHARS = 2_000;

/** Everything that a request contained: the parts of its system prompt, its messages and its tools. */
export function RequestContents({ id }: { id: string }) {
  const request = useQuery((queries) => queries.sentRequest(id), [id]);
  if (request === undefined) return null;
  if (request === null) return <SecondaryText text="chatSettings.contents.notKept" />;
  const { prompt, messages, tools, cacheMarks, snapshot } = request;
  return (
    <div className="request-contents">
      <h4>{t('chatSettings.contents.parts')}</h4>
      <ul>
        {prompt.parts.map(({ key, state, tokens }, index) => (
          // The key isn't unique: parts without a usable key may share one.
          // biome-ignore lint/suspicious/noArrayIndexKey: a kept request doesn't change
          <li key={index}>
            <ForeignCode text={key} /> · {t(`chatSettings.contents.part.${state}`)} ·{' '}
            {t('counts.tokens', { count: tokens })}
          </li>
        ))}
      </ul>
      {snapshot !== null && <SnapshotItems snapshot={snapshot} />}
      <h4>{t('chatSettings.contents.messages')}</h4>
      <ol>
        {messages.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a kept request doesn't change
          <Folded key={index} title={`${index + 1} · ${message.role}`} isMarked={cacheMarks.includes(index)}>
            {requestParts(message).map((part, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <FoldedText key={place} {...foldable(part)} maxChars={MAX_CHARS} />
            ))}
          </Folded>
        ))}
      </ol>
      <h4>{t('chatSettings.contents.tools')}</h4>
      <ul>
        {tools.map((tool) => (
          <Folded key={tool.function.name} title={tool.function.name} isMarked={false}>
            <FoldedText text={JSON.stringify(tool.function, null, 2)} maxChars={MAX_CHARS} isSpelledOut />
          </Folded>
        ))}
      </ul>
    </div>
  );
}

/** The page's parts when they were read for the request. */
function SnapshotItems({ snapshot: { id, items } }: { snapshot: NumberedSnapshot }) {
  const readAtMs = items[0]?.capturedAtMs;
  return (
    <>
      <h4>{t('chatSettings.contents.snapshot', { number: id })}</h4>
      {readAtMs !== undefined && (
        <p className="secondary">
          <TextWithElements
            text="chatSettings.contents.readAt"
            elements={{
              time: <time dateTime={new Date(readAtMs).toISOString()}>{formatDayAndTime(readAtMs)}</time>,
            }}
          />
        </p>
      )}
      <ul>
        {items.map(({ key, isSent }) => (
          <li key={key}>
            <ForeignCode text={key} /> ·{' '}
            {t(isSent ? 'chatSettings.contents.part.sent' : 'chatSettings.contents.part.excluded')}
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
          {isMarked && ` · ${t('chatSettings.contents.cacheMark')}`}
        </summary>
        <div className="data">{children}</div>
      </details>
    </li>
  );
}

/** The content of a message as it was sent: text, calls, and images by name and size. */
export function requestParts(message: ApiMessage): Said[] {
  const content = message.content === null || message.content === undefined ? [] : [message.content];
  if (message.role === 'user') {
    const images = (message.images ?? []).map(({ name, bytes }) =>
      say('chatSettings.contents.image', { name, size: sizeOf(bytes) }),
    );
    return [...content, ...images];
  }
  if (message.role !== 'assistant') return content;
  const calls = (message.tool_calls ?? []).flatMap(({ function: { name, arguments: args } }) => [
    say('chatSettings.contents.call', { tool: name }),
    args,
  ]);
  return [...content, ...calls];
}
