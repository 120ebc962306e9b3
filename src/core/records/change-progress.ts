/** Progress of a call that changes or reads several things, for the user who waits for it. */
export interface ChangeProgress {
  done: number;
  total: number;
  /** True while the server takes no more requests for a time; the change goes on by itself. */
  isHeldUp: boolean;
  /** Set if the call only reads the things. */
  isReading?: true;
}
