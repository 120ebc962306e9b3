import { useQuery } from '@/src/panel/data/stored-data';
import { Banner } from '@/src/panel/kit/errors/banner';
import { i18n } from '@/src/texts/i18n';

/** Notice while the user hasn't acknowledged the findings of a check at the worker's start. */
export function IntegrityNotice({ onOpenData }: { onOpenData(): void }) {
  const unseen = useQuery((queries) => queries.unseenFindings(), []) ?? null;
  if (unseen === null) return null;
  return (
    <Banner
      label={i18n.t('errors.data.label')}
      tone="waiting"
      role="status"
      actions={
        <div className="button-row">
          <button type="button" onClick={onOpenData}>
            {i18n.t('errors.data.show')}
          </button>
        </div>
      }
    >
      <p>{i18n.t('errors.data.text')}</p>
    </Banner>
  );
}
