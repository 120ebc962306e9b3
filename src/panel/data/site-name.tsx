import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { SiteMarkView } from './site-mark';
import { useQuery } from './stored-data';

/** The name of one of several sites, on the colour that the user gave the site. */
export function SiteName({ name, origin }: { name: string; origin: string | null }) {
  const mark = useQuery(async (queries) => (origin === null ? null : queries.siteMark(origin)), [origin]);
  if (mark) return <SiteMarkView mark={{ ...mark, name }} />;
  return (
    <strong className="site-name">
      <ForeignText text={name} />
    </strong>
  );
}
