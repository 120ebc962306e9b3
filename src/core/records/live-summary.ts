/** The rows that a summary will be stored as. */
export interface SummaryRows {
  /** Id of the row for the summary's request. */
  requestId: string;
  /** Id of the summary's row. */
  messageId: string;
  /** The rows are stored after the message at this position, before those of runs that begin meanwhile. */
  after: number;
}

/** An event of a summary while the model writes it. */
export type SummaryEvent =
  /** The summary's request is sent, or sent again: text that was received before no longer counts. */
  ({ type: 'started' } & SummaryRows) | { type: 'text'; text: string } | { type: 'ended'; isStored: boolean };

/** A summary that is not in the record yet. */
export interface LiveSummary extends SummaryRows {
  text: string;
  /** False once it is stored: it stays until the record's own copy replaces it, so that its row doesn't disappear meanwhile. */
  isWriting: boolean;
}

/** Adds an event; null if no summary is being written. */
export function reduceSummary(summary: LiveSummary | null, event: SummaryEvent): LiveSummary | null {
  if (event.type === 'started') {
    const { requestId, messageId, after } = event;
    return { requestId, messageId, after, text: '', isWriting: true };
  }
  if (summary === null) return null;
  if (event.type === 'text') return { ...summary, text: summary.text + event.text };
  return event.isStored ? { ...summary, isWriting: false } : null;
}
