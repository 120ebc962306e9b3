/** A node of the syntax tree, as far as it is looked at. */
export interface TreeNode {
  type: string;
  [field: string]: unknown;
}

/** The value of a Stryker plugin of the kind `Ignore`: answers with the reason to leave a mutant out. */
export const definitionTexts: {
  shouldIgnore(path: {
    node: TreeNode;
    parent: TreeNode;
    key: string | number;
    listKey?: string;
  }): string | undefined;
};
