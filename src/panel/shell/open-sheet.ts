/**
 * The sheets of the panel, of which at most one is open. Some names also say which part is shown first: `chat-…` is *This chat* with that
 * fold open, `connections` is *Settings* with the connections open, and `data` is the second tab of *Help & data*.
 */
export type OpenSheet =
  | 'chats'
  | 'rebind'
  | 'checkpoints'
  | 'undo'
  | 'policy'
  | 'costs'
  | 'site'
  | 'sites'
  | 'rules'
  | 'compare'
  | 'chat'
  | 'chat-instructions'
  | 'chat-model'
  | 'chat-limits'
  | 'chat-expert'
  | 'settings'
  | 'connections'
  | 'help'
  | 'data';
