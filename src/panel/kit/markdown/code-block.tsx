import { memo } from 'react';
import { t } from '@/src/texts/i18n';
import { CopyButton } from '../text/copy-button';
import { useGrowingNumber } from '../text/use-growing-number';
import { useHighlighting } from './use-highlighting';

/** Groups of lines that are added to the document in one step. */
const GROUPS_AT_ONCE = 20;

interface CodeBlockProps {
  /** Null if it isn't known. */
  language: string | null;
  /** The code, in groups of lines of which only the last one grows. */
  groups: readonly string[];
  /** True if no more lines follow. */
  isComplete: boolean;
}

/** A block of code, with a button that copies it. It is highlighted once it is complete. */
export const CodeBlock = memo(function CodeBlock({ language, groups, isComplete }: CodeBlockProps) {
  const shown = useGrowingNumber(groups.length, GROUPS_AT_ONCE, GROUPS_AT_ONCE);
  const tokens = useHighlighting(language, isComplete ? groups : null);
  return (
    <div className="code-block">
      <div className="block-bar">
        <span>{language === null ? t('markdown.code') : language}</span>
        <CopyButton what="code" text={() => withoutLastBreak(groups.join(''))} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the focus to scroll long lines. */}
      <pre tabIndex={0}>
        <code>
          {tokens === null
            ? groups.slice(0, shown).map((group, index) => (
                // The index is a stable key: groups are only appended.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <CodeGroup key={index} text={group} />
              ))
            : tokens.map(({ text, kind }, index) =>
                kind === null ? (
                  text
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: tokens never change
                  <span key={index} className={`code-${kind}`}>
                    {text}
                  </span>
                ),
              )}
        </code>
      </pre>
    </div>
  );
});

const CodeGroup = memo(function CodeGroup({ text }: { text: string }) {
  return <span className="code-lines">{text}</span>;
});

function withoutLastBreak(code: string): string {
  return code.endsWith('\n') ? code.slice(0, -1) : code;
}
