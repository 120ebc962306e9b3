/** The user's decisions on a summary. An error is shown by the panel. */
export interface SummaryActions {
  /** Cancels the one that is being written. */
  onCancel(): void;
  /** Resolves to true once the text is stored. */
  onEdit(summaryId: string, text: string): Promise<boolean>;
  onAccept(summaryId: string, text: string): void;
  onDiscard(summaryId: string): void;
  onRemove(summaryId: string): void;
}
