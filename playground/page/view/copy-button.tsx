import { Check, Copy } from 'lucide-react';
import { useState } from 'react';

type Copied = { status: 'no' } | { status: 'done'; count: number } | { status: 'failed' };

/** Copies texts, joined by commas, the way the rule fields take them. */
export function CopyButton({ label, texts }: { label: string; texts: () => readonly string[] }) {
  const [copied, setCopied] = useState<Copied>({ status: 'no' });
  const copy = () => {
    const list = texts();
    navigator.clipboard.writeText(list.join(', ')).then(
      () => setCopied({ status: 'done', count: list.length }),
      () => setCopied({ status: 'failed' }),
    );
  };
  const Icon = copied.status === 'done' ? Check : Copy;
  return (
    <>
      <span className="copy-message muted" aria-live="polite">
        {copied.status === 'done' && `${copied.count} copied`}
        {copied.status === 'failed' && 'Not copied: the browser did not allow it'}
      </span>
      <button
        type="button"
        className="quiet icon-only"
        aria-label={label}
        title={label}
        onClick={copy}
        onBlur={() => setCopied({ status: 'no' })}
        onPointerLeave={() => setCopied({ status: 'no' })}
      >
        <Icon size={14} aria-hidden />
      </button>
    </>
  );
}
