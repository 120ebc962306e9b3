import { Sheet } from '../sheet';

/** Replaces a sheet that failed to render. The panel below keeps working. */
export function BrokenSheet({ onClose }: { onClose(): void }) {
  return (
    <Sheet title="Not displayed" onClose={onClose}>
      <div className="sheet-body">
        <p>This could not be displayed. Close it and open it again; the log has the reason.</p>
      </div>
    </Sheet>
  );
}
