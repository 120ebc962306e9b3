/** Shown while the model writes a summary. */
export function SummaryProgress({ onCancel }: { onCancel(): void }) {
  return (
    <div className="card note-card" role="status">
      <p>The model is writing a summary…</p>
      <div className="button-row">
        <button type="button" onClick={onCancel}>
          Cancel summary
        </button>
      </div>
    </div>
  );
}
