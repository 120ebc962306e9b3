/** Content of a chat's composer, as last stored. No row is kept for an empty one. */
export interface ComposerText {
  chatId: string;
  text: string;
  /** Of its images, in the order in which they were added. */
  imageIds: string[];
}
