import { Sheet } from '../sheet';

/** Stands in for a sheet that failed to render; the panel below it keeps working. */
export function BrokenSheet({ onClose }: { onClose(): void }) {
  return (
    <Sheet title="Not displayed" onClose={onClose}>
      <div className="sheet-body">
        <p>This could not be displayed. Close it and open it again; the log has the reason.</p>
      </div>
    </Sheet>
  );
}
