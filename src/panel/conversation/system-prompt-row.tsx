import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { useQuery } from '@/src/panel/data/stored-data';
import { FoldedText } from '@/src/panel/kit/text/long-text';
import { i18n } from '@/src/texts/i18n';
import type { RenderEvent } from './render-event';
import './side-rows.css';

/** UTF-16 units of a system prompt before the rest is folded. */
const MAX_CHARS = 2_000;

type SystemPrompt = Omit<Extract<RenderEvent, { kind: 'system-prompt' }>, 'kind' | 'key'>;

/** The system prompt of a run's requests. It is long, so it is loaded when the user unfolds the row. */
export function SystemPromptRow(run: SystemPrompt) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="side-request secondary" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <ScrollText className="icon" aria-hidden="true" />
        {i18n.t('conversation.systemPrompt.title')}
      </summary>
      {isOpen && <Text {...run} />}
    </details>
  );
}

function Text({ chatId, runId }: SystemPrompt) {
  const found = useQuery((queries) => queries.systemPromptOf(chatId, runId), [chatId, runId]);
  if (found === undefined) return null;
  if (found === null) {
    return <p>{i18n.t('conversation.systemPrompt.notKept')}</p>;
  }
  if (found === '') return <p>{i18n.t('conversation.systemPrompt.none')}</p>;
  return <FoldedText text={found} maxChars={MAX_CHARS} isSpelledOut={true} />;
}
