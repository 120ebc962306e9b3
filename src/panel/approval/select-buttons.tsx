import { i18n } from '@/src/texts/i18n';

/** Selects all entries of a list, or none. */
export function SelectButtons({ onSelect }: { onSelect(isSelected: boolean): void }) {
  return (
    <>
      <button type="button" className="quiet" onClick={() => onSelect(true)}>
        {i18n.t('approval.list.selectAll')}
      </button>
      <button type="button" className="quiet" onClick={() => onSelect(false)}>
        {i18n.t('approval.list.selectNone')}
      </button>
    </>
  );
}
