/** Properties of an mdast node that the plugin uses. */
interface Node {
  type: string;
  children?: Node[];
  value?: string;
  url?: string;
  align?: (string | null)[] | null;
}

/**
 * A remark plugin that keeps text which Markdown would not render: cells beyond a table's columns, and addresses of
 * links without a text.
 */
export function keepWords() {
  return keepIn;
}

function keepIn(node: Node): void {
  const { type, children = [], url = '', align } = node;
  for (const child of children) keepIn(child);
  if (type === 'link' && children.length === 0) node.children = [{ type: 'text', value: url }];
  if (type !== 'table') return;
  const columns = Math.max(...children.map((row) => row.children?.length ?? 0));
  node.align = Array.from({ length: columns }, (_, column) => align?.[column] ?? null);
}
