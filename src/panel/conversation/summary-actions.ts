/** The user's decisions on a summary. An error is shown by the panel. */
export interface SummaryActions {
  /** Cancels the one that is being written. */
  onCancel(): void;
  onEdit(summaryId: string, text: string): void;
  onAccept(summaryId: string, text: string): void;
  onDiscard(summaryId: string): void;
  onRemove(summaryId: string): void;
}
