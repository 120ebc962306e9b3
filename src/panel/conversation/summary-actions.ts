/** The user's decisions on a summary: each resolves to true if it was accepted. An error is shown by the panel. */
export interface SummaryActions {
  /** Cancels the one that is being written. */
  onCancel(): void;
  onEdit(summaryId: string, text: string): Promise<boolean>;
  onAccept(summaryId: string, text: string): Promise<boolean>;
  onDiscard(summaryId: string): Promise<boolean>;
  onRemove(summaryId: string): Promise<boolean>;
}
