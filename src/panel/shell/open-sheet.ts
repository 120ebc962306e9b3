/** The sheets of the panel. At most one is open. */
export type OpenSheet =
  | 'chats'
  | 'rebind'
  | 'checkpoints'
  | 'connection'
  | 'sites'
  | 'log'
  | 'data'
  | 'policy'
  | 'settings'
  | 'all-settings'
  | 'aliases'
  | 'transfer'
  | 'new-session'
  | 'costs'
  | 'view';
