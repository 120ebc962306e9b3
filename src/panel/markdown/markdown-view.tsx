import { type ComponentProps, memo } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { spellOut } from '@/src/core/text/foreign-text';
import { GuardedLink } from './guarded-link';
import { keepWords } from './keep-words';

const plugins = [remarkGfm, keepWords];

const components: Components = {
  a: ({ href, children }) => <GuardedLink href={href ?? ''}>{children}</GuardedLink>,
  // Images are not loaded: a request would reveal that the text was read, and its address could leak page data.
  img: ({ alt, src }) => <ImageText alt={alt ?? ''} address={typeof src === 'string' ? src : ''} />,
  table: ({ children }) => (
    <div className="table-scroll">
      <table>{children}</table>
    </div>
  ),
};

/** Addresses are shown unchanged; GuardedLink decides which may be opened, and images are never loaded. */
const keepAddress: NonNullable<ComponentProps<typeof Markdown>['urlTransform']> = (address) => address;

/** One block of Markdown. Raw HTML in it stays text. */
export const MarkdownView = memo(function MarkdownView({ text }: { text: string }) {
  return (
    <Markdown remarkPlugins={plugins} components={components} urlTransform={keepAddress}>
      {text}
    </Markdown>
  );
});

function ImageText({ alt, address }: { alt: string; address: string }) {
  return (
    <span className="image-text">
      [image{alt === '' ? '' : `: ${spellOut(alt)}`}] <code>{spellOut(address)}</code>
    </span>
  );
}
