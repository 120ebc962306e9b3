/**
 * A syntax node, as far as it is read.
 *
 * @typedef {{
 *   type: string; name?: string; operator?: string;
 *   key?: TreeNode; callee?: TreeNode; property?: TreeNode; left?: TreeNode; right?: TreeNode;
 * }} TreeNode
 */

const REASON = 'a text that describes a tool or a parameter to a model';

/**
 * A Stryker plugin of the kind `Ignore` that excludes the texts of tool definitions: `description: …` and the argument
 * of zod's `.describe(…)`. `path` is Babel's.
 */
export const definitionTexts = {
  /** @param {{ node: TreeNode; parent: TreeNode; key: string | number; listKey?: string }} path */
  shouldIgnore(path) {
    const { parent, key, listKey } = path;
    const isDescription =
      parent?.type === 'ObjectProperty' &&
      key === 'value' &&
      parent.key?.type === 'Identifier' &&
      parent.key.name === 'description' &&
      isText(path.node);
    const isDescribed =
      parent?.type === 'CallExpression' &&
      listKey === 'arguments' &&
      parent.callee?.type === 'MemberExpression' &&
      parent.callee.property?.name === 'describe' &&
      isText(path.node);
    return isDescription || isDescribed ? REASON : undefined;
  },
};

export const strykerPlugins = [{ kind: 'Ignore', name: 'definition-texts', value: definitionTexts }];

/**
 * True for a string; strings joined by `+` count as one.
 *
 * @param {TreeNode | undefined} node
 * @returns {boolean}
 */
function isText(node) {
  if (node?.type === 'BinaryExpression')
    return node.operator === '+' && isText(node.left) && isText(node.right);
  return node?.type === 'StringLiteral' || node?.type === 'TemplateLiteral';
}
