/** The part of a syntax node that is read. */
export interface TreeNode {
  type: string;
  [field: string]: unknown;
}

/** The value of a Stryker plugin of the kind `Ignore`: returns the reason to exclude a mutant. */
export const definitionTexts: {
  shouldIgnore(path: {
    node: TreeNode;
    parent: TreeNode;
    key: string | number;
    listKey?: string;
  }): string | undefined;
};
