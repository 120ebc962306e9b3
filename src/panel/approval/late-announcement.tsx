import { useEffect, useState } from 'react';

/** Announces a text to screen readers. It is set after mounting: initial content of a live region isn't announced. */
export function LateAnnouncement({ text }: { text: string }) {
  const [announced, setAnnounced] = useState('');
  useEffect(() => setAnnounced(text), [text]);
  return (
    <p className="visually-hidden" aria-live="polite">
      {announced}
    </p>
  );
}
