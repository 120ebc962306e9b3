import { assertNever } from '../../assert-never';
import { CenteredNote } from './centered-note';
import { FeedbackProvider } from './feedback';
import { FilterPage } from './filter-page';
import { usePage, usePageState } from './page-provider';
import { SignIn } from './sign-in';

/** The whole page: what it shows before there is a catalogue, and the filter once there is. */
export function App() {
  const { controller } = usePage();
  const catalogue = usePageState((state) => state.catalogue);
  switch (catalogue.status) {
    case 'loading':
      return <CenteredNote text="Loading the catalogue…" />;
    case 'locked':
      return <SignIn problem={catalogue.problem} />;
    case 'failed':
      return (
        <CenteredNote
          tone="failed"
          text={`The catalogue could not be loaded. ${catalogue.message}`}
          action={{ label: 'Retry', run: () => void controller.start() }}
        />
      );
    case 'ready':
      return catalogue.providers.length > 0 ? (
        <FeedbackProvider>
          <FilterPage />
        </FeedbackProvider>
      ) : (
        <CenteredNote
          text="The proxy has no providers yet."
          action={{ label: 'Try again', run: () => void controller.start() }}
        />
      );
    default:
      return assertNever(catalogue);
  }
}
