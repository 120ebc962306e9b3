import { MAX_MESSAGE_LENGTH } from '@/src/messages/channels';
import { count } from '../text/count';

/** How many characters a text has more than a message may have; blanks at its ends are not sent. 0 if it fits. */
export function excessLength(text: string): number {
  return Math.max(0, text.trim().length - MAX_MESSAGE_LENGTH);
}

/** Why a message can't be sent, with the count. The sentence is announced once, the figures are there to be read. */
export function TooLongNote({ id, excess }: { id: string; excess: number }) {
  return (
    <p className="composer-note" id={id}>
      <span role="alert">This message is too long to be sent.</span> It has{' '}
      {count(MAX_MESSAGE_LENGTH + excess, 'character')}; leave out {count(excess, 'character')}.
    </p>
  );
}
