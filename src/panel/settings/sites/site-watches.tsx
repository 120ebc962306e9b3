import { useQuery } from '@/src/panel/data/stored-data';
import { useSend } from '@/src/panel/data/use-send';
import { ChoiceField } from '@/src/panel/kit/fields/choice-field';
import { formatDayAndTime } from '@/src/panel/kit/text/format-time';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { type SaidText, say } from '@/src/schema/values/said';
import { WATCH_INTERVALS } from '@/src/schema/values/watch-interval';
import type { Watch } from '@/src/schema/watch';
import { t } from '@/src/texts/i18n';

/** For each page of the site that the user has seen: how often it is checked for changes, and what the last check found. */
export function SiteWatches({ origin }: { origin: string }) {
  const pages = useQuery((queries) => queries.watchablePages(origin), [origin]);
  const send = useSend();
  return pages?.map(({ page, title, watch }) => (
    <ChoiceField
      key={page.adapterId + page.instanceId}
      // The chats about the page may be deleted.
      label={t('sites.watch.label', { page: title ?? origin })}
      choices={(['off', ...WATCH_INTERVALS] as const).map((value) => ({
        value,
        label: t(`sites.watch.${value}`),
      }))}
      // It isn't watched.
      chosen={watch?.every ?? 'off'}
      defaultValue="off"
      onChoose={(every) => void send({ type: 'watch-page', page, every: every === 'off' ? null : every })}
    >
      {watch && (
        <span role="status" className={watch.failure ? 'site-lost' : undefined}>
          <SaidWords said={outcomeText(watch)} />
        </span>
      )}
    </ChoiceField>
  ));
}

function outcomeText({ failure, checkedAtMs, news }: Watch): SaidText {
  if (failure !== null) {
    return say('sites.watch.failed', { time: formatDayAndTime(failure.sinceMs), reason: failure.message });
  }
  if (checkedAtMs === null) return say('sites.watch.waiting');
  const time = formatDayAndTime(checkedAtMs);
  return news.length === 0 ? say('sites.watch.nothing', { time }) : say('sites.watch.news', { time, news });
}
