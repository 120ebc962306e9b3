import { createContext, memo, type ReactNode, useContext } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { spellOut } from '@/src/core/text/foreign-text';
import { imageLabel } from '../text/image-label';
import { keepAddress, linePlugins } from './cell-text';
import { CodeBlock } from './code-block';
import { GuardedLink } from './guarded-link';
import { keepWords } from './keep-words';
import { TableBar } from './table-bar';
import { type BlockSource, innerTableRows, type TableNode } from './table-rows';

const plugins = [remarkGfm, keepWords];

const components: Components = {
  a: ({ href, children }) => <GuardedLink href={href ?? ''}>{children}</GuardedLink>,
  // Images are not loaded: a request would reveal that the text was read, and its address could leak page data.
  img: ({ alt, src }) => <ImageText alt={alt ?? ''} address={typeof src === 'string' ? src : ''} />,
  table: ({ node, children }) => <InnerTable node={node as TableNode | undefined}>{children}</InnerTable>,
  pre: ({ node }) => <CodeBlock {...codeOf(node)} isComplete={true} />,
};

const lineComponents: Components = { ...components, p: ({ children }) => children };

/** One block of Markdown. Raw HTML in it stays text. */
export const MarkdownView = memo(function MarkdownView({ text }: { text: string }) {
  return (
    <Markdown remarkPlugins={plugins} components={components} urlTransform={keepAddress}>
      {text}
    </Markdown>
  );
});

/** A line of Markdown without blocks, such as a cell of a table. */
export const MarkdownLine = memo(function MarkdownLine({ text }: { text: string }) {
  return (
    <Markdown remarkPlugins={linePlugins} components={lineComponents} urlTransform={keepAddress}>
      {text}
    </Markdown>
  );
});

/** The source of the block that is shown, for what is copied from it. */
export const ShownBlock = createContext<BlockSource>({ shown: '', folded: '' });

/** A table inside of another block. */
function InnerTable({ node, children }: { node: TableNode | undefined; children: ReactNode }) {
  const source = useContext(ShownBlock);
  return (
    <div className="table-block">
      <TableBar rows={() => (node === undefined ? [] : innerTableRows(node, source))} />
      <div className="table-scroll">
        <table>{children}</table>
      </div>
    </div>
  );
}

/** The parts of a hast node that are read. */
interface Node {
  value?: string;
  properties?: { className?: unknown };
  children?: readonly unknown[];
}

const LANGUAGE_CLASS = 'language-';

/** The language and text of a `pre` element's code. */
function codeOf(pre: Node | undefined): { language: string | null; groups: readonly string[] } {
  const [code] = (pre?.children ?? []) as readonly Node[];
  const [text] = (code?.children ?? []) as readonly Node[];
  const names = Array.isArray(code?.properties?.className) ? code.properties.className.map(String) : [];
  const language = names.find((name) => name.startsWith(LANGUAGE_CLASS))?.slice(LANGUAGE_CLASS.length);
  return {
    language: language === undefined ? null : language.toLowerCase(),
    // An empty fence has no text.
    groups: [text?.value ?? ''],
  };
}

function ImageText({ alt, address }: { alt: string; address: string }) {
  return (
    <span className="image-text">
      {imageLabel(alt)} <code>{spellOut(address)}</code>
    </span>
  );
}
