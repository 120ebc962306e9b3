import { assertNever } from '../../assert-never';
import { CenteredNote } from './centered-note';
import { FeedbackProvider } from './feedback';
import { FilterPage } from './filter-page';
import { usePage, usePageState } from './page-provider';
import { SignIn } from './sign-in';

/** The whole page: sign-in, loading and errors, or the filter once the catalogue is loaded. */
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
