/**
 * The sheets of the panel, each by the part that is shown first: `chat-…` is *This chat* with that fold unfolded, `connections` is
 * *Settings* with the connections unfolded, and `data` the second tab of *Help & data*. At most one is open.
 */
export type OpenSheet =
  | 'chats'
  | 'rebind'
  | 'checkpoints'
  | 'undo'
  | 'new-chat'
  | 'policy'
  | 'costs'
  | 'site'
  | 'chat'
  | 'chat-instructions'
  | 'chat-model'
  | 'chat-limits'
  | 'chat-expert'
  | 'settings'
  | 'connections'
  | 'help'
  | 'data';
