import { CenteredNote } from './centered-note';
import { FilterPage } from './filter-page';
import { usePage, usePageState } from './page-provider';
import { SignIn } from './sign-in';

/** The whole page: sign-in, loading and error states, or the filter once the catalogue is loaded. */
export function App() {
  const { controller } = usePage();
  const catalogue = usePageState((state) => state.catalogue);
  const retry = { label: 'Retry', run: () => void controller.start() };
  if (catalogue.status === 'loading') return <CenteredNote text="Loading the catalogue…" />;
  if (catalogue.status === 'locked') return <SignIn problem={catalogue.problem} />;
  if (catalogue.status === 'failed') {
    const text = `The catalogue could not be loaded. ${catalogue.message}`;
    return <CenteredNote tone="failed" text={text} action={retry} />;
  }
  if (catalogue.providers.length > 0) return <FilterPage />;
  return <CenteredNote text="The proxy has no providers yet." action={retry} />;
}
