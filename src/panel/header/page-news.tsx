import { useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { CommandErrors } from '@/src/panel/kit/errors/command-errors';
import { focusMessageField } from '@/src/panel/kit/focus';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { say } from '@/src/schema/values/said';
import { wordsOf } from '@/src/texts/i18n';
import { inLanguage } from '@/src/texts/intl';
import { NewsSheet } from './parts';
import { usePageNews } from './use-page-news';
import './page-news.css';

const moment = inLanguage(
  (locales) =>
    new Intl.DateTimeFormat(locales, {
      ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
      hourCycle: 'h23',
    }),
);

interface PageNewsLineProps {
  chatId: string;
  /** Adds a text to the composer. */
  onAsk(text: string): void;
}

/** A line with what changed on the page since the user last saw it, which opens a sheet with all of it. Empty if nothing changed. */
export function PageNewsLine({ chatId, onAsk }: PageNewsLineProps) {
  const { news, see } = usePageNews(chatId);
  const [isOpen, setOpen] = useState(false);
  const time = news === null ? '' : moment().format(news.sinceMs);
  const line = say('header.news.line', { time, news: news?.news ?? [] });
  const leave = () => {
    // An open sheet keeps the focus.
    flushSync(() => setOpen(false));
    focusMessageField();
  };
  return (
    <>
      <div className="page-news" role="status">
        {news !== null && (
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
        )}
      </div>
      {news !== null &&
        isOpen &&
        // Outside of the header, whose texts are small.
        createPortal(
          <CommandErrors chatId={chatId}>
            <NewsSheet
              news={news}
              time={time}
              onSeen={async () => {
                await see();
                leave();
              }}
              onAsk={() => {
                onAsk(wordsOf(say('header.news.question', { news: news.news })));
                leave();
              }}
              onClose={() => setOpen(false)}
            />
          </CommandErrors>,
          document.body,
        )}
    </>
  );
}
