import { MAX_MESSAGE_LENGTH } from '@/src/messages/channels';
import { count } from '../text/count';

/** Characters above the limit of a message, without white space at its ends, which isn't sent. 0 if it fits. */
export function excessLength(text: string): number {
  return Math.max(0, text.trim().length - MAX_MESSAGE_LENGTH);
}

/** Explains that a message is too long. Only the sentence is announced; the counts change with each key. */
export function TooLongNote({ id, excess }: { id: string; excess: number }) {
  return (
    <p className="composer-note" id={id}>
      <span role="alert">This message is too long to be sent.</span> It has{' '}
      {count(MAX_MESSAGE_LENGTH + excess, 'character')}; leave out {count(excess, 'character')}.
    </p>
  );
}
