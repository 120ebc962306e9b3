/** A syntax node, as far as it is read. */
export interface TreeNode {
  type: string;
  [field: string]: unknown;
}

/** A Stryker plugin of the kind `Ignore`; `shouldIgnore` returns the reason to exclude a mutant. */
export const definitionTexts: {
  shouldIgnore(path: {
    node: TreeNode;
    parent: TreeNode;
    key: string | number;
    listKey?: string;
  }): string | undefined;
};
