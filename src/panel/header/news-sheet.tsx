import type { PageNews } from '@/src/messages/chat-commands';
import { PageNamesProvider } from '@/src/panel/data/page-names-provider';
import { DifferenceList } from '@/src/panel/kit/differences/difference-list';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import { Sheet } from '@/src/panel/kit/sheet';
import { SecondarySaid } from '@/src/panel/kit/text/paragraph';
import { TextButton } from '@/src/panel/kit/text-button';
import { TitledSection } from '@/src/panel/kit/titled-section';
import { useSinglePress } from '@/src/panel/kit/use-single-press';
import { say } from '@/src/schema/values/said';

/** The differences by what made them, in the order of the sheet. */
const PARTS = ['models', 'outside', 'own'] as const;

interface NewsSheetProps {
  news: PageNews;
  /** When the user last saw the page, in words. */
  time: string;
  /** Rejects with a StewardError. */
  onSeen(): Promise<void>;
  onAsk(): void;
  onClose(): void;
}

/** A sheet with all that changed on the page since the user last saw it. */
export function NewsSheet({ news, time, onSeen, onAsk, onClose }: NewsSheetProps) {
  const { perform } = useCommands();
  const { isBusy, press } = useSinglePress(() => perform(onSeen));
  return (
    <Sheet title="header.news.title" onClose={onClose}>
      <CommandErrorCard />
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
        <TextButton text="header.news.ask" onClick={onAsk} />
        <TextButton text="header.news.seen" aria-disabled={isBusy} onClick={press} />
      </div>
    </Sheet>
  );
}
