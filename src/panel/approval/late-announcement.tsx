import { useEffect, useState } from 'react';

/** Tells screen readers of a text and of its changes. It comes after its region: what a region is born with isn't read. */
export function LateAnnouncement({ text }: { text: string }) {
  const [told, setTold] = useState('');
  useEffect(() => setTold(text), [text]);
  return (
    <p className="visually-hidden" aria-live="polite">
      {told}
    </p>
  );
}
