/** A part of code and its kind; null for plain code. */
export interface CodeToken {
  text: string;
  kind: TokenKind | null;
}

/** Kinds of tokens that have a colour. */
type TokenKind = 'comment' | 'keyword' | 'string' | 'number' | 'name' | 'added' | 'removed';

/** The highlighter's scopes (https://highlightjs.readthedocs.io/en/latest/css-classes-reference.html), by kind. */
const KINDS: Record<TokenKind, readonly string[]> = {
  comment: ['comment', 'quote', 'meta', 'doctag'],
  keyword: ['keyword', 'literal', 'selector-tag', 'operator', 'section', 'built_in', 'type'],
  string: ['string', 'regexp', 'char', 'link', 'symbol', 'bullet'],
  number: ['number'],
  name: ['attr', 'attribute', 'name', 'property', 'title', 'tag', 'variable', 'template-variable'],
  added: ['addition'],
  removed: ['deletion'],
};

const KIND_OF: ReadonlyMap<string, TokenKind> = new Map(
  (Object.entries(KINDS) as [TokenKind, readonly string[]][]).flatMap(([kind, scopes]) =>
    scopes.map((scope) => [`hljs-${scope}`, kind] as const),
  ),
);

/** Properties of a hast node that this file reads. */
interface Node {
  type: string;
  value?: string;
  children?: readonly Node[];
  properties?: { className?: unknown };
}

/** Tokens of highlighted code. Nested tokens are flattened, since hostile code could nest thousands of them. */
export function codeTokens(tree: Node): CodeToken[] {
  const tokens: CodeToken[] = [];
  const waiting: { node: Node; kind: TokenKind | null }[] = [{ node: tree, kind: null }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, kind } = next;
    if (node.value !== undefined) add(tokens, node.value, kind);
    const own = kindOf(node) ?? kind;
    for (const child of node.children?.toReversed() ?? []) waiting.push({ node: child, kind: own });
  }
  return tokens;
}

function add(tokens: CodeToken[], text: string, kind: TokenKind | null): void {
  const last = tokens.at(-1);
  if (last !== undefined && last.kind === kind) last.text += text;
  else tokens.push({ text, kind });
}

function kindOf({ properties }: Node): TokenKind | null {
  const names = Array.isArray(properties?.className) ? properties.className : [];
  return names.map((name) => KIND_OF.get(String(name)) ?? null).find((kind) => kind !== null) ?? null;
}
