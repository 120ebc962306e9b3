import { TextButton } from '@/src/panel/kit/text-button';

/** Two buttons that select all entries of a list, or none. */
export function SelectButtons({ onSelect }: { onSelect(isSelected: boolean): void }) {
  return (
    <div className="select-buttons">
      <TextButton text="approval.list.selectAll" className="quiet" onClick={() => onSelect(true)} />
      <TextButton text="approval.list.selectNone" className="quiet" onClick={() => onSelect(false)} />
    </div>
  );
}
