import { createContext, memo, type ReactNode, useContext, useId, useRef, useState } from 'react';
import Markdown, { type Components, type Options } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { spellOut } from '@/src/core/text/foreign-text';
import { TextButton } from '@/src/panel/kit/text-button';
import { t } from '@/src/texts/i18n';
import { PageName } from '../page-names/page-name';
import { imageLabel } from '../text/image-label';
import { asWritten, NOT_AS_WRITTEN } from './as-written';
import { CodeBlock } from './code-block';
import { keepWords } from './keep-words';
import { openableAddress } from './openable-address';
import { TableBox } from './table-box';
import { barsInCode } from './table-cells';

/**
 * Constructs that stay text: definitions of links and footnotes. Blocks are parsed one by one, so a reference can be in
 * another block, and Markdown doesn't render a definition without a reference.
 */
const DEFINITIONS = ['definition', 'gfmFootnoteDefinition'];

/** The constructs that form blocks. */
const BLOCKS = [
  ...['blockQuote', 'list', 'thematicBreak', 'headingAtx', 'setextUnderline', 'codeIndented', 'codeFenced'],
  ...['htmlFlow', 'table', ...DEFINITIONS],
];

const plugins = pluginsWithout(DEFINITIONS);
const linePlugins = pluginsWithout(BLOCKS);

function pluginsWithout(constructs: readonly string[]): Options['remarkPlugins'] {
  const gfm = [remarkGfm, { singleTilde: false }] as const;
  return [
    [...gfm],
    barsInCode,
    [withoutConstructs, [...constructs, ...NOT_AS_WRITTEN]],
    asWritten,
    keepWords,
  ];
}

/** Remark plugin that disables constructs by their names. */
function withoutConstructs(this: { data(): object }, names: readonly string[]): void {
  const data = this.data() as { micromarkExtensions?: unknown[] };
  // The list is missing until a plugin adds to it.
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: names } }];
}

/**
 * Rehype plugin that sets `dir="auto"` on each block: the browser then derives the block's direction from its text. The
 * numbers of a list and the line beside a quotation appear on the side where the text begins.
 */
function withDirections() {
  return ({ children }: { children: { properties?: { dir?: unknown } }[] }) => {
    for (const { properties } of children) if (properties !== undefined) properties.dir = 'auto';
  };
}

/** Addresses are shown unchanged; GuardedLink decides which may be opened, and images are never loaded. */
const keepAddress: NonNullable<Options['urlTransform']> = (address) => address;

const components: Components = {
  a: ({ href, children }) => <GuardedLink href={href ?? ''}>{children}</GuardedLink>,
  // Images are not loaded: a request would reveal that the text was read, and its address could leak page data.
  img: ({ alt, src }) => <ImageText alt={alt ?? ''} address={typeof src === 'string' ? src : ''} />,
  table: InnerTable,
  code: ({ children }) => <InlineCode>{children}</InlineCode>,
  // A checkbox of a task list. Markdown gives it no label.
  input: ({ checked }) => (
    <input
      type="checkbox"
      aria-label={t(checked ? 'markdown.taskDone' : 'markdown.taskOpen')}
      checked={checked}
      disabled
    />
  ),
  pre: ({ node }) => <CodeBlock {...codeOf(node)} isComplete />,
};

const lineComponents: Components = { ...components, p: ({ children }) => children };

/** One block of Markdown. Raw HTML in it stays text. */
export const MarkdownView = memo(function MarkdownView({ text }: { text: string }) {
  return (
    <Markdown
      remarkPlugins={plugins}
      rehypePlugins={[withDirections]}
      components={components}
      urlTransform={keepAddress}
    >
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

/** Code within a line; that of a block is read by `pre`. */
function InlineCode({ children }: { children?: ReactNode }) {
  return (
    <code>{typeof children === 'string' ? <PageName name={children}>{children}</PageName> : children}</code>
  );
}

/** True if the end of the block is folded. */
export const IsCut = createContext(false);

/** A table inside of another block. */
function InnerTable({ children }: { children?: ReactNode }) {
  return (
    <TableBox isWhole={!useContext(IsCut)}>
      <table>{children}</table>
    </TableBox>
  );
}

/** Properties of a hast node that this file reads. */
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

/** A link from a model's text: a click shows its address, and a second click opens it. */
function GuardedLink({ href, children }: { href: string; children: ReactNode }) {
  const [isConfirming, setIsConfirming] = useState(false);
  const confirmationId = useId();
  const link = useRef<HTMLButtonElement>(null);
  const address = openableAddress(href);
  if (address === null) return <span title={spellOut(href)}>{children}</span>;

  /** Closes the confirmation and focuses the link, because the pressed button is removed. */
  const close = () => {
    setIsConfirming(false);
    link.current?.focus();
  };
  const openAddress = () => {
    window.open(address, '_blank', 'noopener,noreferrer');
    close();
  };
  return (
    <>
      <button
        ref={link}
        type="button"
        className="link"
        aria-expanded={isConfirming}
        aria-controls={confirmationId}
        onClick={() => setIsConfirming(!isConfirming)}
      >
        {children}
      </button>
      {isConfirming && (
        <span className="link-confirmation" id={confirmationId}>
          <code>{address}</code>
          <span className="button-row">
            <TextButton text="markdown.openLink" onClick={openAddress} />
            <TextButton text="common.cancel" onClick={close} />
          </span>
        </span>
      )}
    </>
  );
}
