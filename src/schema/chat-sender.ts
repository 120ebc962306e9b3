/**
 * The chat that an event comes from. `message`: no answer is awaited; `question`: the concluding answer of the run that gets it
 * goes back; `answer`: that answer.
 */
export interface ChatSender {
  chatId: string;
  /** The sender's title when it sent the event. */
  title: string;
  kind: 'message' | 'question' | 'answer';
  /** Random; delimits the text in a request, so that the text can't end its block. */
  nonce: string;
}

/** The sender of an event that waits in a queue. */
export interface QueuedSender extends ChatSender {
  /** Id of the message that the event becomes. The same for each attempt to deliver it, so that it is delivered once. */
  messageId: string;
}
