import { useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { PageNamesProvider } from '@/src/panel/data/page-names-provider';
import { DifferenceList, KIND_SIGNS } from '@/src/panel/kit/differences/difference-list';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { focusMessageField } from '@/src/panel/kit/focus';
import { Sheet } from '@/src/panel/kit/sheet';
import { formatDayAndTime } from '@/src/panel/kit/text/format-time';
import { SecondarySaid } from '@/src/panel/kit/text/paragraph';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { TextButton } from '@/src/panel/kit/text-button';
import { TitledSection } from '@/src/panel/kit/titled-section';
import type { StateDifference } from '@/src/schema/change';
import { say } from '@/src/schema/values/said';
import { t, wordsOf } from '@/src/texts/i18n';
import { usePageNews } from './use-page-news';
import './page-news.css';

/** The differences by what made them, in the order of the sheet. */
const PARTS = ['models', 'outside', 'own'] as const;

const lineOf = ({ kind, text }: StateDifference) => [KIND_SIGNS[kind], wordsOf(text)].join(' ');

interface PageNewsLineProps {
  chatId: string;
  /** Adds a text to the composer. */
  onAsk(text: string): void;
}

/** A line with what changed on the page since the user last saw it, which opens a sheet with all of it. Empty if nothing changed. */
export function PageNewsLine({ chatId, onAsk }: PageNewsLineProps) {
  const { news, see } = usePageNews(chatId);
  const { perform } = useCommands();
  const [isOpen, setOpen] = useState(false);
  if (news === null) return <div role="status" />;
  const time = formatDayAndTime(news.sinceMs);
  const line = say('header.news.line', { time, news: news.news });
  const leave = () => {
    // An open sheet keeps the focus.
    flushSync(() => setOpen(false));
    focusMessageField();
  };
  const sheet = (
    <Sheet title="header.news.title" onClose={() => setOpen(false)}>
      <SecondarySaid said={say('header.news.since', { time })} />
      <PageNamesProvider>
        {PARTS.map(
          (part) =>
            news[part].length > 0 && (
              <TitledSection key={part} heading={`header.news.${part}`}>
                <DifferenceList differences={news[part]} />
              </TitledSection>
            ),
        )}
      </PageNamesProvider>
      <div className="button-row">
        <TextButton
          text="header.news.ask"
          onClick={() => {
            const lines = PARTS.slice(0, 2).flatMap((part) => news[part].map(lineOf));
            onAsk([t('header.news.question', { time }), ...lines].join('\n'));
            leave();
          }}
        />
        <TextButton
          text="header.news.seen"
          onClick={() => {
            leave();
            void perform(see);
          }}
        />
      </div>
    </Sheet>
  );
  return (
    <>
      <div className="page-news" role="status">
        <button
          type="button"
          className="quiet"
          title={wordsOf(line)}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <span>
            <SaidWords said={line} />
          </span>
        </button>
      </div>
      {/* Outside of the header, whose texts are small. */}
      {isOpen && createPortal(sheet, document.body)}
    </>
  );
}
