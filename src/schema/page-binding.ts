/** The page that a chat is about. It changes only on the user's request. */
export interface PageBinding {
  adapterId: string;
  /** `scheme://host:port` of the page. */
  origin: string;
  instanceId: string;
  title: string;
}
