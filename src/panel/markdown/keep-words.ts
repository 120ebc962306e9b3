/** The parts of an mdast node that the plugin uses. */
interface Node {
  type: string;
  children?: Node[];
  value?: string;
  identifier?: string;
  label?: string | null;
  url?: string;
  title?: string | null;
  align?: (string | null)[] | null;
}

/**
 * A remark plugin that keeps text which Markdown would not render: definitions of links and footnotes without a visible
 * reference, such as those whose reference is in another block; cells beyond a table's columns; addresses of links
 * without a text.
 */
export function keepWords() {
  return (tree: Node): void => keepIn(tree, usedDefinitions(tree));
}

/** The definitions that visible text references. The first definition of a name is used. */
function usedDefinitions(tree: Node): Set<Node> {
  const nodes = nodesOf(tree);
  const definitions = new Map<string, Node>();
  for (const node of nodes) {
    const name = definitionName(node);
    if (name !== null && !definitions.has(name)) definitions.set(name, node);
  }
  const used = new Set<Node>();
  const shownAsText = new Set<Node>();
  const addReferences = (shown: Node): void => {
    const waiting = [shown];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const node of nodesOf(next, 'footnoteDefinition')) {
        const definition = definitions.get(referenceName(node) ?? '');
        if (definition === undefined || used.has(definition) || shownAsText.has(definition)) continue;
        used.add(definition);
        waiting.push(definition);
      }
    }
  };
  addReferences(tree);
  for (const node of nodes) {
    if (node.type !== 'footnoteDefinition' || used.has(node)) continue;
    shownAsText.add(node);
    addReferences(node);
  }
  return used;
}

/** A node and its descendants, without nodes of type `leftOut` and their descendants. */
function nodesOf(top: Node, leftOut?: string): Node[] {
  const nodes = [top];
  for (const node of nodes) {
    for (const child of node.children ?? []) if (child.type !== leftOut) nodes.push(child);
  }
  return nodes;
}

function definitionName({ type, identifier }: Node): string | null {
  return type === 'definition' || type === 'footnoteDefinition' ? nameOf(type, identifier) : null;
}

function referenceName({ type, identifier }: Node): string | null {
  if (type === 'footnoteReference') return nameOf('footnoteDefinition', identifier);
  return type === 'linkReference' || type === 'imageReference' ? nameOf('definition', identifier) : null;
}

/** Footnotes and links have separate names; letter case is ignored. */
function nameOf(type: string, identifier: string | undefined): string {
  return `${type} ${(identifier ?? '').toUpperCase()}`;
}

function keepIn(parent: Node, used: ReadonlySet<Node>): void {
  if (parent.children === undefined) return;
  if (parent.type === 'link' && parent.children.length === 0) parent.children = [textNode(parent.url ?? '')];
  for (const child of parent.children) keepIn(child, used);
  parent.children = parent.children.flatMap((child) => {
    if (definitionName(child) === null || used.has(child)) return [child];
    return child.type === 'footnoteDefinition' ? footnoteText(child) : [paragraph([linkText(child)])];
  });
  if (parent.type === 'table') keepCells(parent);
}

/** Extends the table to as many columns as the longest row has cells. */
function keepCells(table: Node): void {
  const align = table.align ?? [];
  const columns = Math.max(...(table.children ?? []).map((row) => row.children?.length ?? 0));
  table.align = [...align, ...Array.from({ length: Math.max(0, columns - align.length) }, () => null)];
}

/** A footnote's blocks, with its label before the text. */
function footnoteText({ label, identifier, children = [] }: Node): Node[] {
  const mark = textNode(`[^${label ?? identifier}]: `);
  const [first, ...others] = children;
  if (first?.type !== 'paragraph') return [paragraph([mark]), ...children];
  return [paragraph([mark, ...(first.children ?? [])]), ...others];
}

function linkText({ label, identifier, url = '', title }: Node): Node {
  return textNode(`[${label ?? identifier}]: ${url}${title ? ` "${title}"` : ''}`);
}

function paragraph(children: Node[]): Node {
  return { type: 'paragraph', children };
}

function textNode(value: string): Node {
  return { type: 'text', value };
}
